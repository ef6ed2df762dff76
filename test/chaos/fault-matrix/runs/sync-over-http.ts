import type { Point } from '../cells';
import { gateFault } from '../faults';
import type { Gate } from '../gate';
import { SyncRun } from './sync';

/** Where a request to a destination is held, or goes wrong. */
const AT_THE_SINK: ReadonlySet<Point> = new Set<Point>(['in-the-sink', 'sink-commit', 'sink', 'random']);

/** A sync for a destination that is called: what stands before it holds the call, or makes it go wrong. */
export abstract class HttpSyncRun extends SyncRun {
	protected readonly leads = 12;
	protected abstract get gate(): Gate;
	/** Of the call that writes. */
	protected abstract readonly route: RegExp;
	/** The worker waits so long for an answer. Milliseconds. */
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
		const fault = gateFault(this.cell, this.planned.subSeed, this.givesUpMs);
		if (fault !== null && AT_THE_SINK.has(this.cell.point))
			this.gate.trap(this.heldMarker, this.route, fault, this.cell.point === 'sink' ? 1 : this.times);
		return Promise.resolve();
	}

	protected unhold(): Promise<void> {
		this.gate.release(this.heldMarker);
		return Promise.resolve();
	}

	protected sinkStruckAt(): Promise<number | null> {
		return Promise.resolve(this.calls.find(({ fault }) => fault !== null)?.at ?? null);
	}

	protected get calls() {
		return this.gate.of(this.marker, this.route);
	}
}
