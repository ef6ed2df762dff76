import { createHash } from 'node:crypto';
import type { HookMemo, HookMessages, HookSubject } from '../../workflows/debounce/messages';
import { isPlain } from '../../workflows/task/ids';
import { Problem } from '../problems/problem';

/** Subjects of one hook that may be open at the same time. */
export const MOST_SUBJECTS = 500;

/** Messages of hooks that count for later runs, for the gateway and tests. */
export interface HookService {
	/**
	 * Notes a message for the next run of its subject, for good. With a task that it has started, only if this one meets others.
	 * @throws Problem `too_many_subjects`
	 */
	collect(subject: HookSubject, message: Omit<HookMessages, 'frozen'>): Promise<void>;
	/** What is open, and the last run of each subject, newest first. At most 100 of each hook. */
	subjects(): Promise<HookMemo[]>;
}

/** Length of a hash in an id. */
const HASH_LENGTH = 28;

/**
 * The key of the subject that an input is about: its agents and its set, whatever else it says.
 * @param deliveryId of a message that starts a task of its own. Messages that only add to a set share no subject, because
 * the newest one does not say what the others do
 */
export function subjectKey(input: object, deliveryId?: string): string {
	const field = (name: string): unknown => Reflect.get(input, name);
	const [agentId, agentIds, set] = ['agentId', 'agentIds', 'set'].map(field);
	const apart = deliveryId !== undefined && field('mode') === 'add' ? [deliveryId] : [];
	if (typeof agentId === 'string' && set === undefined && isPlain(agentId)) return agentId;
	if (agentId === undefined && agentIds === undefined && set === undefined) return 'all';
	const named = Array.isArray(agentIds) ? agentIds.toSorted() : agentIds;
	return `~${createHash('sha256')
		.update(JSON.stringify([agentId, named, set, ...apart]))
		.digest('base64url')
		.slice(0, HASH_LENGTH)}`;
}

/** The workflow that collects the messages of a subject. */
export function debounceIdOf({ hook, key }: Pick<HookSubject, 'hook' | 'key'>): string {
	return `${debounceIdsOf(hook)}${key}`;
}

/** What the ids of a hook's workflows begin with. */
export function debounceIdsOf(hook: string): string {
	return `hook/${hook}/`;
}

export function tooManySubjects(hook: string, most: number): Problem {
	return new Problem({
		type: 'too_many_subjects',
		title: 'The hook has too many open subjects',
		status: 429,
		detail: `Nothing was noted. Messages for ${most} agents of the hook "${hook}" wait for their runs. Retry later, or use one hook for all agents with nightly-retrain.`,
		retryAfterSeconds: 60,
	});
}
