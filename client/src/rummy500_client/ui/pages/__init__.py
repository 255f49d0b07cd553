"""The pages of the window: each shows a model and reports what was pressed."""
