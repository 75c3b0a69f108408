"""The real model, SmolLM2-135M: its forward pass, and how it gets on this computer."""
