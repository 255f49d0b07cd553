"""Where things stand on the table: formulas without Qt."""
