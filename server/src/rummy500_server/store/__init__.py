"""What outlives the process: the journals of the tables, the directory, the people, the matches."""
