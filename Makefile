# Short names for dev.py, which does all the work and runs without make as well.
PYTHON ?= python3

.PHONY: play test check fix lock shots
play test check lock:
	$(PYTHON) dev.py $@ $(ARGS)
fix:
	$(PYTHON) dev.py check --fix
shots:
	$(PYTHON) dev.py shots $(or $(OUT),build/shots)
