"""The real model, its twin in Hugging Face transformers, and forty sentences."""

from pathlib import Path

import pytest

from course_lib.commands.model_twin import build_twin
from course_lib.model import files, language_model


@pytest.fixture(scope="session")
def model():
    try:
        return language_model.load()
    except files.ModelFileError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def sentences():
    lines = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8")
    return [line.replace("\\n", "\n") for line in lines.splitlines()]


@pytest.fixture(scope="session")
def twin(model):
    import torch

    torch.set_num_threads(1)
    return build_twin(model)
