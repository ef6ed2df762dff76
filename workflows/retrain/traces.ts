import type { TrainingSnapshot } from './activities';
import type { ShownTimes } from './contract';
import { noteOf, showsNothing } from './look';
import type { RetrainTask } from './task';

/**
 * Notes, before a request, everything that can later prove that a run took place. If the service shows an ended run, its
 * id is enough. If it shows none, the task also reads the times of the agent and of its sources.
 */
export async function noteBefore(task: RetrainTask, now: TrainingSnapshot): Promise<void> {
	const { audit } = task.state;
	const note = noteOf(now);
	if (showsNothing(now)) note.times = await readTimes(task);
	audit.before = note;
}

/**
 * A sign that a run took place since the note before the request, although the service shows no run.
 * @returns in words; null if there is no sign, which proves nothing
 */
export async function traceOfRun(task: RetrainTask, now: TrainingSnapshot): Promise<string | null> {
	const { before, looks } = task.state.audit;
	if (before === null) return null;
	if (!before.canChat && now.canChat) return 'the agent can chat now and could not before';
	const times = Object.keys(before.times).length === 0 ? {} : await readTimes(task);
	const last = looks.at(-1);
	if (last !== undefined) last.times = times;
	const newer = Object.entries(before.times).find(([of, time]) => isNewer(times[of] ?? null, time));
	return newer === undefined ? null : `${newer[0]} is newer (${times[newer[0]]}, before: ${newer[1] ?? 'none'})`;
}

async function readTimes({ read, input }: RetrainTask): Promise<ShownTimes> {
	return { ...(await read.readAgentTimes(input.agentId)), ...(await read.readSourceTimes(input.agentId)) };
}

function isNewer(now: string | null, before: string | null): boolean {
	return now !== null && (before === null || Date.parse(now) > Date.parse(before));
}
