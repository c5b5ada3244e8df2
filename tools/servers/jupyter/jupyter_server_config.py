"""What `make lab`, the browser tests and the benchmark ask of the Jupyter server."""

from asyncio import Future

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Sends what the kernel says at once: by default a small message waits up to 40 ms for the one before (Nagle)."""

    def connect(self) -> "Future[None] | None":  # type: ignore[override]
        """Connect to the kernel."""
        if self.websocket_handler.ws_connection:  # the page may be gone by now
            self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = PromptConnection  # type: ignore[name-defined]  # noqa: F821
