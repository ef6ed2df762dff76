import { ApplicationFailure } from '@temporalio/common';
import type { TrainingSnapshot } from '../../../workflows/retrain/activities';

type Read = (agentId: string, signal: AbortSignal) => Promise<TrainingSnapshot>;

export interface SharedLook {
	snapshot: TrainingSnapshot;
	/** Milliseconds since its request was sent. */
	ageMs: number;
}

export interface LookWanted {
	/** Milliseconds since 1970: an earlier look cannot show what the caller waits for. */
	notBefore: number;
	/** The longest pause between two looks of the caller, given what the look shows. Milliseconds. */
	pauseAfter: (snapshot: TrainingSnapshot) => number;
	signal: AbortSignal;
}

interface Entry {
	/** Milliseconds since 1970. */
	askedAt: number;
	pending: Promise<TrainingSnapshot>;
	/** Null while the look is under way, and after it failed. */
	snapshot: TrainingSnapshot | null;
	/** Callers that still wait. The request ends with the last one. */
	waiting: number;
	abort: AbortController;
}

/**
 * The newest look at the training of each agent, over one connection of this process. Tasks that watch the same agent
 * share it, so that five of them make one request a poll.
 */
export class SharedLooks {
	private readonly entries = new Map<string, Entry>();

	/** @param keepMs a look older than this is of no use to anybody. Milliseconds */
	constructor(
		private readonly read: Read,
		private readonly keepMs: number,
	) {}

	/** @throws what the request throws, to all callers that share it, and a retryable failure if the caller is cancelled */
	async look(agentId: string, wanted: LookWanted): Promise<SharedLook> {
		const now = Date.now();
		const newest = this.entries.get(agentId);
		const entry = newest !== undefined && serves(newest, wanted, now) ? newest : this.begin(agentId, now);
		const snapshot = await outcomeFor(entry, wanted.signal);
		return { snapshot, ageMs: Math.max(0, Date.now() - entry.askedAt) };
	}

	/** What the service shows may be about to change: the next caller makes its own request. */
	forget(agentId: string): void {
		this.entries.delete(agentId);
	}

	private begin(agentId: string, now: number): Entry {
		for (const [other, { askedAt, snapshot }] of this.entries)
			if (snapshot !== null && now - askedAt > this.keepMs) this.entries.delete(other);
		const abort = new AbortController();
		const entry: Entry = {
			askedAt: now,
			snapshot: null,
			waiting: 0,
			abort,
			pending: this.read(agentId, abort.signal),
		};
		this.entries.set(agentId, entry);
		entry.pending.then(
			(snapshot) => {
				entry.snapshot = snapshot;
			},
			() => {
				if (this.entries.get(agentId) === entry) this.entries.delete(agentId);
			},
		);
		return entry;
	}
}

function serves({ askedAt, snapshot, abort }: Entry, { notBefore, pauseAfter }: LookWanted, now: number): boolean {
	if (askedAt < notBefore || abort.signal.aborted) return false;
	return snapshot === null || now - askedAt < pauseAfter(snapshot);
}

/** What the shared request comes to, or the caller's own cancellation. */
async function outcomeFor(entry: Entry, signal: AbortSignal): Promise<TrainingSnapshot> {
	entry.waiting += 1;
	let leave: () => void = () => undefined;
	const left = new Promise<never>((_resolve, reject) => {
		leave = () => {
			reject(ApplicationFailure.create({ type: 'cancelled', message: 'The look was cancelled.' }));
		};
	});
	signal.addEventListener('abort', leave, { once: true });
	if (signal.aborted) leave();
	try {
		return await Promise.race([entry.pending, left]);
	} finally {
		signal.removeEventListener('abort', leave);
		entry.waiting -= 1;
		if (entry.waiting === 0 && entry.snapshot === null) entry.abort.abort(signal.reason);
	}
}
