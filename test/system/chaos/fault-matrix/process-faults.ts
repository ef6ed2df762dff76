import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../../support/time/eventually';
import type { Killable, StackProcess } from '../../../support/stack/stack-process';
import { pick } from '../../../support/seeded-random';
import { partOf, type Wave } from './plan';
import type { Run } from './runs';
import type { MatrixStack } from './stack';
import type { World } from './world';

/** Pause between a kill and the restart. Milliseconds. */
const DOWN_MS = 2_000;
/** A whole minute beyond the longest heartbeat timeout, which is a minute. Milliseconds. */
const STOPPED_MS = 125_000;
/** By then a resumed worker has done what it does of its own accord. Milliseconds. */
const RESUMED_MS = 15_000;

/** A fault that hit a process: when, and what to do once all runs have ended. */
export interface InjectedFault {
	/** Milliseconds since 1970. */
	at: number;
	/** Number of killed processes. A stopped one does not count. */
	kills: number;
	afterwards: () => Promise<void>;
}

const nothing = () => Promise.resolve();

/**
 * Kills or stops one process, or restarts all of them one after another, which hits all runs that are held.
 * @returns null for waves in which each run has a fault of its own
 */
export async function injectProcessFault(
	wave: Wave,
	label: string,
	victim: StackProcess,
	runs: readonly Run[],
	world: World,
): Promise<InjectedFault | null> {
	const { gateways, engine } = world.stack;
	switch (wave.name) {
		case 'requests':
		case 'callers':
			return null;
		case 'kill-worker':
			return { at: await killed(victim), kills: 1, afterwards: nothing };
		case 'kill-gateway':
			return { at: await killed(pick(label, 'gateway', gateways)), kills: 1, afterwards: nothing };
		case 'kill-temporal':
			return { at: await killed(partOf(wave, engine.parts)), kills: 1, afterwards: nothing };
		case 'kill-worker, answered': {
			// A stopped server learns nothing, and it is killed before it resumes.
			const { frontend } = engine;
			frontend.freeze();
			await untilAnswered(runs);
			const at = await victim.kill();
			await frontend.kill();
			await frontend.start();
			await victim.start();
			return { at, kills: 2, afterwards: nothing };
		}
		case 'kill-temporal, answered': {
			const recorder = partOf(wave, engine.recorders);
			const at = await recorder.kill();
			await untilAnswered(runs);
			await recorder.start();
			return { at, kills: 1, afterwards: nothing };
		}
		case 'rolling-restart': {
			const at = Date.now();
			await restartAll(world.stack);
			return { at, kills: 0, afterwards: nothing };
		}
		case 'stop-worker': {
			const at = victim.freeze();
			const resumed = pause(STOPPED_MS).then(async () => {
				victim.thaw();
				await pause(RESUMED_MS);
			});
			return { at, kills: 0, afterwards: () => resumed };
		}
	}
}

/** Drains and starts again one process after another, the workers first. A changed program is an upgrade. */
export async function restartAll({ workers, gateways }: Pick<MatrixStack, 'workers' | 'gateways'>): Promise<void> {
	for (const each of [...workers, ...gateways]) {
		await each.drain();
		await each.start();
	}
}

async function killed(member: Killable): Promise<number> {
	const at = await member.kill();
	await pause(DOWN_MS);
	await member.start();
	return at;
}

/** Does not wait for runs that were not held: their report says so later. */
async function untilAnswered(runs: readonly Run[]): Promise<void> {
	await eventually(() => runs.every((run) => run.isAnswered()), Boolean, 'Responses', { looks: 250 }).catch(
		() => undefined,
	);
	// From the wire into the worker.
	await pause(500);
}
