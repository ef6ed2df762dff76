import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { eachActivities } from '../../../worker/activities/for-each-connection/activities';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { awaitTaskEnds } from '../../../worker/activities/waits/activities';
import { isProblem } from '../../../worker/problems/problem';
import { TemporalTaskRetries, TemporalTaskService } from '../../../worker/tasks';
import { Keyring } from '../../../worker/temporal';
import { notYet } from '../../../worker/temporal/not-yet';
import type { EachActivities } from '../../../workflows/for-each-connection/activities';
import {
	type ForEachConnectionResult,
	forEachConnectionResultSchema,
} from '../../../workflows/for-each-connection/contract';
import type { WaitActivities } from '../../../workflows/waits/activities';
import { SOON } from '../../support/temporal/soon';
import { eventually } from '../../support/time/eventually';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const CONNECTIONS = ['one', 'two', 'three'] as const;
type Name = (typeof CONNECTIONS)[number];

/**
 * What happens to a task that has a sync for each connection. `settles`: the next thing happens only when it is at rest.
 * - `kill`: the worker dies after the next effect of the task, so that its result is lost and the attempt is repeated.
 */
export type Happening = { settles: boolean } & (
	| { what: 'cancel' | 'retry' | 'kill' }
	| { what: 'away' | 'back'; connection: Name }
);

/** Any order of what can happen. It ends with a cancellation. */
export const happenings: fc.Arbitrary<Happening[]> = fc.array(
	fc
		.record({
			what: fc.oneof(
				{ weight: 2, arbitrary: fc.constantFrom('cancel' as const, 'retry' as const) },
				{ weight: 3, arbitrary: fc.constantFrom('away' as const, 'back' as const) },
				{ weight: 1, arbitrary: fc.constant('kill' as const) },
			),
			connection: fc.constantFrom(...CONNECTIONS),
			settles: fc.boolean(),
		})
		.map(({ what, connection, settles }): Happening =>
			what === 'away' || what === 'back' ? { what, connection, settles } : { what, settles },
		),
	{ minLength: 3, maxLength: 8 },
);

const SOON_MS = 50;

/** One task, and its part of the world: its labels, its agent, and when its worker dies. */
class Each {
	readonly selected = new Set<Name>(CONNECTIONS);
	dies = false;
	/** It was cancelled, and not started again since. */
	isCancelled = false;
	keys = 0;
	constructor(readonly name: string) {}
}

/**
 * Tasks for each connection on a real Temporal, with the activities, the syncs and the services of the product. Only the
 * labels and the leads are made up.
 * @returns what runs a sequence, and says what went wrong in it; null: nothing
 */
export function useEachWorld(): (name: string, sequence: readonly Happening[]) => Promise<string | null> {
	const each = new Map<string, Each>();
	const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
	const services = () => {
		const { client } = workers;
		const tasks = new TemporalTaskService(client, { keyring, settleMs: 50, timing: SOON });
		return { tasks, retries: new TemporalTaskRetries(client, tasks) };
	};
	const real = () => eachActivities({ tasks: services().tasks, connections: { matching: () => [] } });
	const partOf = (name: string) => each.get(name) ?? new Each(name);
	/** The worker dies once it has done this, as far as anybody else can see. */
	const orDies = async <Result>(name: string, effect: Promise<Result>): Promise<Result> => {
		const result = await effect;
		const part = partOf(name);
		if (!part.dies) return result;
		part.dies = false;
		throw new Error('The worker was killed.');
	};
	const nameOf = (selector: string) => selector.replace('sequence=', '');
	const activities: EachActivities & WaitActivities = {
		awaitTaskEnds: (ids) => awaitTaskEnds(workers.client, ids),
		selectedConnections: ({ selector }) => Promise.resolve([...partOf(nameOf(selector)).selected]),
		awaitSelection: ({ selector }, known) => {
			const selected = [...partOf(nameOf(selector)).selected];
			const isSame = known.length === selected.length && selected.every((name) => known.includes(name));
			return isSame ? Promise.reject(notYet('The same.', SOON_MS)) : Promise.resolve(selected);
		},
		startForConnection: (one) => orDies(String(one.input['agentId']), real().startForConnection(one)),
		endsForConnections: (ids) => real().endsForConnections(ids),
		stopForConnection: async (id, time, run) => {
			const { input } = await services().tasks.details(id);
			await orDies(String(input['agentId']), real().stopForConnection(id, time, run));
		},
	};
	const workers = useWorkers({
		continueAsNewAt: 40,
		internal: { ...new ScriptedService().internal, ...activities },
		connections: Object.fromEntries(
			CONNECTIONS.map((name) => [
				name,
				{ syncPage: onPackedPage(() => Promise.reject(notYet('Up to date.', 3_600_000))) },
			]),
		),
	});

	return async (name, sequence) => {
		const part = new Each(name);
		each.set(name, part);
		const { tasks, retries } = services();
		const input = { agentId: name, destination: 'crm', intervalSeconds: 3_600 };
		const { id } = await tasks.start({
			type: 'for-each-connection',
			idempotencyKey: name,
			input: { version: 1, selector: `sequence=${name}`, type: 'lead-sync', input, atOnce: 20 },
		});
		const running = async () => {
			const { items } = await tasks.list({ type: 'lead-sync', agentId: name, limit: 100 });
			const found = await Promise.all(items.map((task) => tasks.get(task.id)));
			return found.flatMap(({ status, connection }) => (status === 'running' ? [connection] : [])).toSorted();
		};
		/** While it runs, each selected connection has a sync and no other one. Once it has ended, none has. */
		const settled = async () => {
			if (part.isCancelled) await expectStopped(await ended());
			else await eventually(running, (seen) => expect(seen).toEqual([...part.selected].toSorted()), 'a sync for each');
		};
		const ended = async () => {
			const { result } = await eventually(
				() => tasks.get(id),
				({ status }) => status !== 'running',
				'the end of the task',
			);
			return forEachConnectionResultSchema.parse(result);
		};
		const expectStopped = async ({ rows }: ForEachConnectionResult) => {
			// At once, and not a while later: the rows say what was seen.
			const seen = await Promise.all(
				rows.flatMap(({ taskId }) => (taskId === null ? [] : [tasks.get(taskId).then(({ status }) => status)])),
			);
			expect(seen).not.toContain('running');
			expect(rows.map(({ status }) => status)).not.toContain('running');
		};
		const happens = async (happening: Happening) => {
			const { what } = happening;
			if (what === 'cancel') {
				part.isCancelled = true;
				await tasks.cancel(id);
			}
			if (what === 'kill') part.dies = true;
			else if (what === 'away') part.selected.delete(happening.connection);
			else if (what === 'back') part.selected.add(happening.connection);
			else if (what === 'retry') {
				part.keys += 1;
				try {
					const found = await retries.find(id, `${part.keys}`);
					if ('retryable' in found) await retries.start(found.retryable, `${part.keys}`);
					part.isCancelled = false;
				} catch (error) {
					// It runs.
					if (!isProblem(error, 'task_running')) throw error;
				}
			}
		};
		try {
			await settled();
			for (const happening of sequence) {
				await happens(happening);
				if (happening.settles) await settled();
			}
			await tasks.cancel(id);
			await expectStopped(await ended());
			expect(await running()).toEqual([]);
			return null;
		} catch (error) {
			return `${JSON.stringify(sequence)}: ${String(error)}`;
		}
	};
}
