import {
	type Client,
	ScheduleAlreadyRunning,
	type ScheduleHandle,
	ScheduleNotFoundError,
	type ScheduleOptions,
	type ScheduleUpdateOptions,
} from '@temporalio/client';
import { msNumberToTs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { frozenLimits } from '../caller-limits';
import { definitions } from '../definitions';
import { searchAttributes } from '../../../workflows/task/visibility';
import { SEPARATOR } from '../../../workflows/task/ids';
import type { TaskArgs } from '../../../workflows/task/continue-as-new';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { subjectOf } from '../task-input';
import { badSpan, checkTiming, neverFires, noSchedule, runUnderWay, scheduleProblem } from './schedule-problems';
import { POLICIES, specOf, summaryOf, viewOf } from './describe-schedule';
import { WARN_MINUTES } from './finish-time';
import { LOOK_AGAIN } from '../../../workflows/finish-by/activities';
import { checkCondition } from './schedule-version';
import { matchingTimes, noteKey, patchSchedule, usedAt } from './schedule-calls';
import type {
	BackfillSpan,
	SaveCondition,
	SaveSchedule,
	ScheduleService,
	ScheduleSummaryView,
	ScheduleView,
} from './schedule-service';

const { SCHEDULE_OVERLAP_POLICY_SKIP, SCHEDULE_OVERLAP_POLICY_BUFFER_ALL } =
	temporal.api.enums.v1.ScheduleOverlapPolicy;
/** Maximum number of runs of one backfill. */
const MOST_BACKFILLED = 100;

/** Manages schedules as schedules of Temporal. Stores nothing itself. */
export class TemporalScheduleService implements ScheduleService {
	/** @param frozen settings that every scheduled task gets; see `FrozenSettings` */
	constructor(
		private readonly client: Client,
		private readonly frozen: TaskArgs<object>['frozen'],
	) {}

	async save(schedule: SaveSchedule, condition?: SaveCondition): Promise<ScheduleView> {
		checkTiming(schedule);
		return this.on(schedule.id, async (handle) => {
			if (condition !== undefined) {
				const found = await this.find(handle);
				if (checkCondition(schedule, found, condition).isDone && found !== null) return found;
			}
			const undo = await this.write(handle, schedule, condition);
			const view = await this.view(handle);
			if (view.next.length > 0) {
				await this.watch(view);
				return view;
			}
			// Only Temporal's own calendar can decide this.
			await undo();
			throw neverFires(schedule.cron);
		});
	}

	async list(): Promise<ScheduleSummaryView[]> {
		const found: ScheduleSummaryView[] = [];
		for await (const summary of this.client.schedule.list()) {
			const view = summaryOf(summary);
			if (view !== null) found.push(view);
		}
		return found.sort((one, other) => (one.id < other.id ? -1 : 1));
	}

	get(id: string): Promise<ScheduleView> {
		return this.on(id, (handle) => this.view(handle));
	}

	pause(id: string, note: string): Promise<ScheduleView> {
		return this.on(id, async (handle) => {
			await handle.pause(note);
			return this.view(handle);
		});
	}

	resume(id: string, note: string): Promise<ScheduleView> {
		return this.on(id, async (handle) => {
			await handle.unpause(note);
			return this.view(handle);
		});
	}

	runNow(id: string, key: string): Promise<ScheduleView> {
		return this.on(id, async (handle) => {
			const { running, recent } = await this.view(handle);
			// Read this after the view: a run of this key is visible only after the key was noted.
			const noted = await usedAt(this.client, id, key);
			// If the process ended between the note and the run, there is no run since then, so request it again.
			if (noted !== null && recent.some(({ startedAt }) => Date.parse(startedAt) >= noted.getTime()))
				return this.view(handle);
			if (running[0] !== undefined) throw runUnderWay(id, running[0]);
			await noteKey(this.client, id, key);
			await patchSchedule(this.client, id, key, {
				triggerImmediately: { overlapPolicy: SCHEDULE_OVERLAP_POLICY_SKIP },
			});
			return this.view(handle);
		});
	}

	backfill(id: string, { from, to }: BackfillSpan, key: string): Promise<{ schedule: ScheduleView; times: string[] }> {
		return this.on(id, async (handle) => {
			await this.view(handle);
			const times = await matchingTimes(this.client, id, { from, to });
			if (times.length === 0) throw badSpan('contains no time of the schedule');
			if (times.length > MOST_BACKFILLED)
				throw badSpan(`contains ${times.length} times of the schedule; a backfill runs at most ${MOST_BACKFILLED}`);
			const [startTime, endTime] = [msNumberToTs(from.getTime()), msNumberToTs(to.getTime())];
			await patchSchedule(this.client, id, key, {
				backfillRequest: [{ startTime, endTime, overlapPolicy: SCHEDULE_OVERLAP_POLICY_BUFFER_ALL }],
			});
			return { schedule: await this.view(handle), times: times.map((time) => time.toISOString()) };
		});
	}

	delete(id: string): Promise<void> {
		return this.on(id, (handle) => handle.delete());
	}

	/**
	 * Creates or changes it. The condition is checked again as late as Temporal's client allows: a change in the
	 * milliseconds between that look and the update is not noticed.
	 * @returns how to undo it
	 */
	private async write(
		handle: ScheduleHandle,
		schedule: SaveSchedule,
		condition: SaveCondition | undefined,
	): Promise<() => Promise<void>> {
		const requiresVersion = condition !== undefined && 'version' in condition;
		const undo = requiresVersion ? null : await this.create(schedule);
		return undo ?? this.update(handle, schedule, condition);
	}

	/** @returns how to undo it; null if a schedule with this id exists */
	private async create(schedule: SaveSchedule): Promise<(() => Promise<void>) | null> {
		const { paused = false, note } = schedule;
		try {
			const handle = await this.client.schedule.create({
				scheduleId: schedule.id,
				...this.parts(schedule),
				state: { paused, ...(note === undefined ? {} : { note }) },
			});
			return () => handle.delete();
		} catch (error) {
			if (error instanceof ScheduleAlreadyRunning) return null;
			throw error;
		}
	}

	private async update(
		handle: ScheduleHandle,
		schedule: SaveSchedule,
		condition: SaveCondition | undefined,
	): Promise<() => Promise<void>> {
		let before: ScheduleUpdateOptions | undefined;
		await handle.update((found) => {
			checkCondition(schedule, viewOf(found), condition);
			const { spec, action, policies, state, typedSearchAttributes } = found;
			before = { spec, action, policies, state, typedSearchAttributes };
			const { paused = state.paused, note = state.note } = schedule;
			return { ...this.parts(schedule), state: { paused, ...(note === undefined ? {} : { note }) } };
		});
		return () => handle.update(() => before ?? neverSeen(schedule.id));
	}

	/** Starts or wakes the workflow that watches the runs. One that has nothing to watch ends by itself. */
	private async watch({ id, finishBy }: ScheduleView): Promise<void> {
		if (finishBy === null) return;
		await this.client.workflow.signalWithStart<(scheduleId: string) => Promise<void>>('watchFinish', {
			workflowId: `finish-by/${id}`,
			taskQueue: INTERNAL_QUEUE,
			args: [id],
			signal: LOOK_AGAIN,
			signalArgs: [],
		});
	}

	/** The description of a new or changed schedule. */
	private parts({
		id,
		type,
		input,
		finishBy,
		warnMinutes = WARN_MINUTES,
		allowed,
		uses,
		...timing
	}: SaveSchedule): Pick<ScheduleOptions, 'spec' | 'action' | 'policies' | 'typedSearchAttributes'> {
		const { connection, agentId } = subjectOf(input);
		const subject = [
			{ key: searchAttributes.task, value: type },
			...(connection === undefined ? [] : [{ key: searchAttributes.connection, value: connection }]),
			...(agentId === undefined ? [] : [{ key: searchAttributes.agent, value: agentId }]),
		];
		// The task does not read it: the schedule keeps it here for whoever watches the run.
		const finish = finishBy === undefined ? {} : { finish: { by: finishBy, warnMinutes } };
		const args: [TaskArgs<object>] = [
			{ input, frozen: { ...this.frozen, ...frozenLimits({ allowed, uses }) }, ...finish },
		];
		return {
			spec: specOf(timing),
			policies: POLICIES,
			typedSearchAttributes: subject,
			action: {
				type: 'startWorkflow',
				workflowType: definitions[type].workflow,
				// Temporal appends the time to the id, so each time of the schedule starts one task.
				workflowId: type + SEPARATOR + id,
				taskQueue: INTERNAL_QUEUE,
				args,
				typedSearchAttributes: [...subject, { key: searchAttributes.stage, value: definitions[type].stages[0] }],
			},
		};
	}

	/** Null if there is no such schedule. */
	private async find(handle: ScheduleHandle): Promise<ScheduleView | null> {
		try {
			return viewOf(await handle.describe());
		} catch (error) {
			if (error instanceof ScheduleNotFoundError) return null;
			throw error;
		}
	}

	private async view(handle: ScheduleHandle): Promise<ScheduleView> {
		const view = viewOf(await handle.describe());
		if (view === null) throw noSchedule(handle.scheduleId);
		return view;
	}

	private async on<Result>(id: string, work: (handle: ScheduleHandle) => Promise<Result>): Promise<Result> {
		try {
			return await work(this.client.schedule.getHandle(id));
		} catch (error) {
			throw scheduleProblem(error, id);
		}
	}
}

function neverSeen(id: string): never {
	throw noSchedule(id);
}
