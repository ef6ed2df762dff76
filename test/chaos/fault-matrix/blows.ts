import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import type { Member } from './member';
import type { WaveName } from './plan';
import type { Run } from './runs';
import type { World } from './world';

/** How long what was killed stays away. Milliseconds. */
const AWAY_MS = 2_000;
/** A whole minute beyond the longest heartbeat timeout, which is a minute. Milliseconds. */
const STOPPED_MS = 125_000;
/** What a worker that wakes up does of its own accord is done by then. Milliseconds. */
const AWAKE_MS = 15_000;
/** The last late answer has left by then. Milliseconds. */
const ANSWERED_MS = 25_000;

/** What was killed or stopped, when, and what is left to do when all runs have ended. */
export interface Blow {
	/** Milliseconds since 1970. */
	at: number;
	/** Processes that were killed; a stopped one is none. */
	kills: number;
	afterwards: () => Promise<void>;
}

const nothing = () => Promise.resolve();

/** One blow at all runs that are held. Null for waves in which every run is struck by itself. */
export async function strike(name: WaveName, victim: Member, runs: readonly Run[], world: World): Promise<Blow | null> {
	const { gateway, temporal } = world.stack;
	switch (name) {
		case 'requests':
		case 'callers':
			return null;
		case 'kill-worker':
			return { at: await killed(victim), kills: 1, afterwards: nothing };
		case 'kill-gateway':
			return { at: await killed(gateway), kills: 1, afterwards: nothing };
		case 'kill-temporal':
			return { at: await killed(temporal), kills: 1, afterwards: nothing };
		case 'kill-worker, answered': {
			// A server that stands still is told nothing; killed before it wakes up, it never was.
			temporal.freeze();
			await untilAnswered(runs);
			const at = await victim.kill();
			await temporal.kill();
			await Promise.all([temporal.start().then(() => victim.start())]);
			return { at, kills: 2, afterwards: nothing };
		}
		case 'kill-temporal, answered': {
			const at = await temporal.kill();
			await untilAnswered(runs);
			await temporal.start();
			return { at, kills: 1, afterwards: nothing };
		}
		case 'stop-worker': {
			const at = victim.freeze();
			const awake = pause(STOPPED_MS).then(async () => {
				victim.thaw();
				await pause(AWAKE_MS);
			});
			return { at, kills: 0, afterwards: () => awake };
		}
	}
}

async function killed(member: Member): Promise<number> {
	const at = await member.kill();
	await pause(AWAY_MS);
	await member.start();
	return at;
}

/** Runs that were not held as they should be are told by that later: nobody waits for them here. */
async function untilAnswered(runs: readonly Run[]): Promise<void> {
	await waitUntil('Answers', () => Promise.resolve(runs.every((run) => run.isAnswered()) ? true : null), {
		timeoutMs: ANSWERED_MS,
	}).catch(() => undefined);
	// From the wire into the worker.
	await pause(500);
}
