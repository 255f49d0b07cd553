"""Pictures of the table with sample models: python -m tests.shots OUT."""
