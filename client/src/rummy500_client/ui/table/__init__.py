"""The table as a widget: a scene of items that follows the view model."""
