import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { waitViewSchema } from '../../../../worker/gateway/schemas';
import type { TaskType } from '../../../../workflows/contracts';
import { bulkHalfDone } from './bulk-tasks';
import { conversationsHalfRead, conversationsHalfSynced } from './conversation-tasks';
import { exportHalfRead, syncToDatabase, syncToFlow, syncToWebhook } from './lead-tasks';
import { mailInReview, mailOnItsWay } from './mail-tasks';
import type { OpenTask, PrepareTask } from './open-task';
import { reportHalfRead } from './report-tasks';
import { setHalfInStep, sourcesHalfAdded, sourcesWaitingForRun } from './source-tasks';
import { eachHalfDone, retrainInTraining, scheduledNight } from './training-tasks';
import type { UpgradableStack } from './upgradable-stack';

/** Each task, half-way. A new one does not compile until it is here. */
const KINDS = {
	'retrain-and-wait': { retrainInTraining },
	'nightly-retrain': { scheduledNight },
	'lead-export': { exportHalfRead },
	'conversation-export': { conversationsHalfRead },
	'conversation-sync': { conversationsHalfSynced },
	'lead-sync': { syncToWebhook, syncToDatabase, syncToFlow },
	'email-send-with-review': { mailInReview, mailOnItsWay },
	'knowledge-sync': { setHalfInStep },
	'add-sources': { sourcesHalfAdded, sourcesWaitingForRun },
	'bulk-action': { bulkHalfDone },
	'for-each-connection': { eachHalfDone },
	'weekly-report': { reportHalfRead },
} satisfies Record<TaskType, Record<string, PrepareTask>>;

/** Those whose end the wait waits for. */
const AWAITED = ['retrainInTraining', 'exportHalfRead', 'mailInReview'];

/** Tasks of every type that both versions have under way, and an execution that waits for some of them. */
export class OpenTasks {
	private constructor(
		private readonly stack: UpgradableStack,
		/** By their names in KINDS. */
		private readonly tasks: ReadonlyMap<string, OpenTask>,
		private readonly wait: { id: string; path: string },
	) {}

	/** @param round distinguishes these tasks from those of other rounds */
	static async start(stack: UpgradableStack, round: string): Promise<OpenTasks> {
		await stack.letTheClockRun();
		const prepared = new Map<string, Awaited<ReturnType<PrepareTask>>>();
		const prepares = Object.assign({}, ...Object.values(KINDS)) as Record<string, PrepareTask>;
		for (const [name, prepare] of Object.entries(prepares))
			prepared.set(name, await prepare(stack, `${round}-${name}`));
		await stack.stopTheClock();
		const tasks = new Map<string, OpenTask>();
		for (const [name, start] of prepared) tasks.set(name, await start());
		return new OpenTasks(stack, tasks, await waitFor(stack, round, tasks));
	}

	/** The id of a task. @param name as in KINDS */
	id(name: string): string {
		const task = this.tasks.get(name);
		if (task === undefined) throw new Error(`No task is ${name}.`);
		return task.id;
	}

	get ids(): string[] {
		return [...this.tasks.values()].map(({ id }) => id);
	}

	/** What happens while no worker runs. */
	async meanwhile(): Promise<void> {
		for (const task of this.tasks.values()) await task.meanwhile?.();
	}

	/** Lets all of them continue. */
	async release(): Promise<void> {
		await this.stack.admin.clearFaults();
		await this.stack.letTheClockRun();
		for (const task of this.tasks.values()) await task.release?.();
	}

	/** Every end, and every effect at the service and at the receivers. */
	async verify(): Promise<void> {
		for (const task of this.tasks.values()) await task.verify();
		await this.verifyWait();
		await this.verifyEvents();
	}

	/** What those without an end do next. */
	async verifyEndless(): Promise<void> {
		for (const task of this.tasks.values()) if (task.cancel !== undefined) await task.verify();
	}

	/** Ends those that have no end of their own. */
	async cancel(): Promise<void> {
		for (const task of this.tasks.values()) await task.cancel?.();
	}

	private async verifyWait(): Promise<void> {
		const { id, path } = this.wait;
		const { callbacks } = this.stack.receivers;
		await eventually(
			() => callbacks.count(path),
			(seen) => seen > 0,
			`The callback to ${path}`,
		);
		const wait = await this.stack.gateway.ask(waitViewSchema, { method: 'GET', path: `/v1/waits/${id}` });
		expect(wait).toMatchObject({ id, status: 'completed', tasks: AWAITED.map(() => ({ status: 'completed' })) });
		expect(callbacks.count(path)).toBe(1);
	}

	/** One event for each end. */
	private async verifyEvents(): Promise<void> {
		const { received } = this.stack.receivers.events;
		const eventSchema = z.looseObject({ task: z.looseObject({ id: z.string() }) });
		const ended = [...this.tasks.values()].filter(({ cancel }) => cancel === undefined).map(({ id }) => id);
		const told = () =>
			received
				.map(({ body }) => ({ type: body.type, id: eventSchema.parse(body.data).task.id }))
				.filter(({ id }) => ended.includes(id));
		await eventually(() => new Set(told().map(({ id }) => id)).size === ended.length || null, isThere, 'The events');
		const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
		expect(told().toSorted(byId)).toEqual(ended.map((id) => ({ type: 'task.completed', id })).toSorted(byId));
	}
}

async function waitFor(stack: UpgradableStack, round: string, tasks: ReadonlyMap<string, OpenTask>) {
	const path = `/webhook-waiting/${round}`;
	const taskIds = AWAITED.map((name) => tasks.get(name)?.id);
	const body = { taskIds, callbackUrl: stack.receivers.callbacks.url(path), executionId: round, nodeId: 'Task' };
	const { id } = await stack.gateway.ask(z.looseObject({ id: z.string() }), {
		method: 'POST',
		path: '/v1/waits',
		body: { ...body, runIndex: 0 },
	});
	return { id, path };
}
