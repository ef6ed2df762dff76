import type { Point } from '../cells';
import { destinationFault } from '../faults';
import type { FaultyServer } from '../faulty-server';
import { SyncRun } from './sync';

/** Where a request to a destination is held, or goes wrong. */
const AT_THE_DESTINATION: ReadonlySet<Point> = new Set<Point>(['in-the-sink', 'sink-commit', 'sink', 'random']);

/** A sync to a destination over HTTP: a faulty server in front of it holds the call, or makes it go wrong. */
export abstract class HttpSyncRun extends SyncRun {
	protected readonly leads = 12;
	protected abstract get server(): FaultyServer;
	/** Of the call that writes. */
	protected abstract readonly route: RegExp;
	/** The worker waits this long for a response. Milliseconds. */
	protected abstract readonly givesUpMs: number;
	/** So many calls in a row. */
	protected readonly times: number = 1;

	/** In every call that has leads of this run. */
	protected get marker(): string {
		return `@${this.key}.example`;
	}

	/** In the calls that are held. */
	protected get heldMarker(): string {
		return this.marker;
	}

	protected hold(): Promise<void> {
		const fault = destinationFault(this.cell, this.planned.subSeed, this.givesUpMs);
		if (fault !== null && AT_THE_DESTINATION.has(this.cell.point))
			this.server.injectFault(this.heldMarker, this.route, fault, this.cell.point === 'sink' ? 1 : this.times);
		return Promise.resolve();
	}

	protected unhold(): Promise<void> {
		this.server.clearFault(this.heldMarker);
		return Promise.resolve();
	}

	protected destinationFaultAt(): Promise<number | null> {
		return Promise.resolve(this.calls.find(({ fault }) => fault !== null)?.at ?? null);
	}

	protected get calls() {
		return this.server.of(this.marker, this.route);
	}
}
