"""How things look: colours, type, cards, icons, cloth. Painting only, no behaviour."""
