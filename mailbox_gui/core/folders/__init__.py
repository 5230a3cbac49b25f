"""The folders of a post office: where things lie, how a draft is noticed, claimed, and delivered."""
