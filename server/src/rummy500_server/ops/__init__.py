"""For those who run the server: numbers, health, upkeep, and orders from the command line."""
