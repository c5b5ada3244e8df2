"""Print what parts send when they get orders: `python site_messages.py ipywidgets`, or with the site's stand-in: `... site`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

SITE = Path(__file__).parents[1] / "website" / "page"
UNUSED = {"layout", "tabbable", "tooltip"}
"""Traits of ipywidgets that no part uses."""
ACTIONS: dict[str, list[dict[str, Any]]] = {
    "explorer": [
        {"do": "choose", "id": "i1"},
        {"do": "move", "id": "1", "by": 1},
        {"do": "toggle", "id": "i2"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "metric", "key": "ndcg"},
        {"do": "set", "key": "n", "by": -3},
        {"do": "sort"},
        {"do": "set", "key": "gain", "value": "linear"},
        {"do": "paste", "text": "NRX"},
        {"do": "paste", "text": "NRRN"},
        {"do": "table", "open": True},
        {"do": "set", "key": "n", "value": "many"},
        {"do": "reset"},
        {"do": "nothing"},
    ],
    "predict": [
        {"do": "check", "answers": {"": "0,333"}},
        {"do": "commit", "answers": {"": "0.5035"}},
        {"do": "again"},
    ],
    "stepper=nDCG@5": [{"at": 3}, {"at": 99}, {"at": 0}],
    "compare": [
        {"do": "move", "list": 0, "id": "i1", "by": 1},
        {"do": "choose", "list": 1, "id": "i2"},
        {"do": "undo"},
    ],
    "ideal": [{"do": "set", "key": "gain", "value": "linear"}, {"do": "move", "id": "i1", "by": 2}],
    "inverse": [{"do": "move", "id": "i1", "by": -1}, {"do": "solution"}],
    "practice=04-pair": [{"do": "check", "answers": ["0.5"]}, {"do": "hint"}, {"do": "draw"}, {"do": "solution"}],
    "lecture": [{"do": "nothing"}],
    "exercise": [{"do": "begin", "answers": {"code": "x", "student": "1"}}, {"do": "look"}],
}


def with_ipywidgets(told: list[Any]) -> Any:
    import comm
    from comm.base_comm import BaseComm, CommManager

    class Comm(BaseComm):  # type: ignore[misc]
        def publish_msg(self, kind: str, data: Any = None, **_keys: Any) -> None:
            if kind != "comm_close":
                told.append((self.comm_id, data["state"]))

    comms = CommManager()
    comm.create_comm, comm.get_comm_manager = Comm, lambda: comms

    def receive(model_id: str, message: dict[str, Any]) -> None:
        action = {"method": "custom", "content": message}
        data = {"method": "update", "state": message} if "at" in message else action
        comms.get_comm(model_id).handle_msg({"content": {"data": data}, "buffers": []})

    return receive


def with_stand_in(told: list[Any]) -> Any:
    import anywidget

    anywidget.AnyWidget._host_send = staticmethod(lambda id_, _kind, traits: told.append((id_, json.loads(traits))))
    return lambda id_, message: anywidget.receive(
        id_, json.dumps({"set": message} if "at" in message else {"action": message}), [], 0
    )


def main(way: str) -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    sys.path[:0] = [str(SITE)] if way == "site" else []
    receive = (with_stand_in if way == "site" else with_ipywidgets)(told)
    sys.path.append(str(SITE))
    from addresses import LinkedWidget

    for address, actions in ACTIONS.items():
        told.clear()
        part = LinkedWidget(address).widget
        opened = [id_ for id_, state in told if "view" in state]  # not the layout, which ipywidgets gives each part
        models = {id_: f"model {k}" for k, id_ in enumerate(dict.fromkeys(opened))}
        names = {name for name in part.traits(sync=True) if not name.startswith("_")} - UNUSED
        for action in [None, *actions]:
            if action:
                told.clear()
                receive(part.model_id, action)
            for id_, state in told:
                if id_ in models:
                    text = json.dumps({name: state[name] for name in sorted(names & {*state})})
                    for model, name in models.items():
                        text = text.replace(model, name)
                    print(address, json.dumps(action), models[id_], text)


if __name__ == "__main__":
    main(sys.argv[1])
