"""The room where everyone meets the bundle: one piece of work at a time, each in the name of who asked for it."""

import threading
from collections.abc import Callable
from typing import TypeVar

from clew.bundle import Bundle
from clew.errors import ClewError
from clew.model import Channel
from clew.web.adds import Adds
from clew.web.checkup import Checkup

T = TypeVar("T")
IDLE = 2.0
"""Seconds without a decision after which the pages of a large bundle are brought up to date."""


class Room:
    """Holds a bundle for each channel; they share the files, and each notices what the other wrote."""

    def __init__(self, opener: Callable[[Channel], Bundle]) -> None:
        self.adds = Adds(opener)
        """What takes longer than a request."""
        self.checkup = Checkup(opener)
        """Whether everything is sound, looked at beside the requests."""
        self.ready = threading.Event()
        """Set unless what the bundle holds is being read for the first time."""
        self.ready.set()
        self._opener = opener
        self._bundles: dict[Channel, Bundle] = {}
        self._later: dict[Channel, threading.Timer] = {}
        self._lock = threading.Lock()
        self._trailing = threading.Lock()

    def work(self, channel: Channel, act: Callable[[Bundle], T]) -> T:
        """Do something with the bundle, alone; what it returns no longer needs the bundle."""
        with self._lock:
            if channel not in self._bundles:
                self._bundles[channel] = self._opener(channel)
                self._bundles[channel].patient()
            try:
                return act(self._bundles[channel])
            finally:
                self._follow(channel)

    def _follow(self, channel: Channel) -> None:
        """Let pages follow once nobody has decided anything for a moment."""
        if channel in self._later:
            self._later.pop(channel).cancel()
        if self._bundles[channel].trailing:
            self._later[channel] = later = threading.Timer(IDLE, self._catch_up, (channel,))
            later.daemon = True
            later.start()

    def _catch_up(self, channel: Channel) -> None:
        """Bring pages up to date with the bundle opened for that alone; whoever decides meanwhile ends it."""
        with self._lock:
            bundle = self._bundles.get(channel)
            if not bundle or not bundle.trailing:
                return
            if not self._trailing.acquire(blocking=False):  # what runs notices soon that it is too old
                self._follow(channel)
                return
            bundle.keep()
        try:
            lately = self.apart(channel, Bundle.trail)
            with self._lock:
                bundle.trailed(lately)
        except ClewError:
            pass  # somebody decided, another process writes, or the disk is full: the next time does it
        finally:
            self._trailing.release()

    def warm(self, channel: Channel) -> None:
        """Read, beside the requests, what every page needs: of a large bundle that takes a while the first time."""
        self.ready.clear()

        def run() -> None:
            try:
                self.work(channel, Bundle.warm)
            except ClewError:
                pass  # whoever comes first is told
            finally:
                self.ready.set()

        threading.Thread(target=run, name="clew-warm", daemon=True).start()

    def read(self, channel: Channel, act: Callable[[Bundle], T]) -> T:
        """Look something up, alone; files are looked at once for all of it."""

        def steady(bundle: Bundle) -> T:
            with bundle.steady():
                return act(bundle)

        return self.work(channel, steady)

    def apart(self, channel: Channel, act: Callable[[Bundle], T]) -> T:
        """Do something long with the bundle opened for it alone, so that nobody has to wait for it."""
        with self._opener(channel) as bundle:
            return act(bundle)

    def renew(self) -> None:
        """Read the settings again: the next piece of work opens the bundle anew."""
        with self._lock:
            for bundle in self._bundles.values():
                bundle.close()
            self._bundles.clear()

    def close(self) -> None:
        """Let go of everything; what is being added is finished first."""
        self.adds.close()
        with self._lock:
            for later in self._later.values():
                later.cancel()
            for bundle in self._bundles.values():
                bundle.close()
            self._bundles.clear()
