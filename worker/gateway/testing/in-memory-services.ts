import type { HookMemo } from '../../../workflows/debounce/messages';
import type { HookService } from '../../hooks/hook-service';
import type { PersonService } from '../../privacy';
import { personSearchNotFound } from '../../privacy/person-service';
import { subscriptionNotFound } from '../../webhooks/subscription-service';
import { type TaskActions, taskNotFound, type TaskRetries } from '../../tasks';
import type { ReviewService } from '../../tasks/reviews';
import { clockWarnings, type ScheduleService, type ScheduleView } from '../../tasks/schedules';
import type { IncidentService } from '../../tasks/incidents';
import type { OverviewReader, SomeTasks } from '../../tasks/overview';
import type { TaskTimelines } from '../../tasks/timeline';
import type { UsageReader } from '../../observability/usage/read-usage';
import { noSchedule } from '../../tasks/schedules/schedule-problems';
import { checkCondition, versionOf } from '../../tasks/schedules/schedule-version';
import type { SubscriptionService } from '../../webhooks';
import type { TaskResends } from '../../webhooks/task-resends';

/** Schedules that are only kept: enough to test routes without a server. */
export function inMemorySchedules(): ScheduleService {
	const kept = new Map<string, ScheduleView>();

	function change(id: string, changes: Partial<ScheduleView>): Promise<ScheduleView> {
		const view = kept.get(id);
		if (view === undefined) return Promise.reject(noSchedule(id));
		Object.assign(view, changes);
		return Promise.resolve(Object.assign(view, { version: versionOf(view) }));
	}

	return {
		async save(schedule, condition) {
			const found = kept.get(schedule.id) ?? null;
			if (checkCondition(schedule, found, condition).isDone) return change(schedule.id, {});
			const { paused = found?.paused ?? false, note = found?.note ?? null } = schedule;
			const { finishBy = null, warnMinutes = null } = schedule;
			const finish = { finishBy, warnMinutes: finishBy === null ? null : warnMinutes };
			const given = { ...schedule, ...finish, input: { ...schedule.input }, clockWarnings: clockWarnings(schedule) };
			kept.set(schedule.id, { ...empty, ...given, paused, note });
			return change(schedule.id, {});
		},
		list: () => Promise.resolve([...kept.values()]),
		get: (id) => change(id, {}),
		pause: (id, note) => change(id, { paused: true, note }),
		resume: (id, note) => change(id, { paused: false, note }),
		runNow: (id) => change(id, { running: [`nightly-retrain~${id}-now`] }),
		backfill: async (id, { from }) => ({ schedule: await change(id, {}), times: [from.toISOString()] }),
		delete: (id) => (kept.delete(id) ? Promise.resolve() : Promise.reject(noSchedule(id))),
	};
}

const empty = {
	version: '',
	connection: 'main',
	next: ['2026-01-02T03:00:00.000Z'],
	recent: [],
	running: [],
	counts: { started: 0, missed: 0, skipped: 0 },
	finishBy: null,
	warnMinutes: null,
	createdAt: new Date(0).toISOString(),
	updatedAt: null,
};

/** Messages of hooks that are only kept. */
export function inMemoryHooks(): HookService {
	const kept: HookMemo[] = [];
	return {
		collect: (subject) => {
			kept.push({ subject, open: null, running: null, last: null });
			return Promise.resolve();
		},
		subjects: () => Promise.resolve(kept),
	};
}

/** No task is there to be asked. */
export function inMemoryActions(): TaskActions {
	return {
		act: ({ id }) => Promise.reject(taskNotFound(id)),
		refusedLeads: (id) => Promise.reject(taskNotFound(id)),
		syncedAgents: () => Promise.resolve([]),
	};
}

/** No task is there to be started again. */
export function inMemoryRetries(): TaskRetries {
	const none = (id: string) => Promise.reject(taskNotFound(id));
	return { find: none, start: ({ id }) => none(id), failedItems: none };
}

/** No task is there that could tell anything again. */
export function inMemoryResends(): TaskResends {
	return { resend: (id) => Promise.reject(taskNotFound(id)) };
}

/** No reviews: enough for the routes that have nothing to do with them. */
export function inMemoryReviews(): ReviewService {
	const none = (taskId: string) => Promise.reject(taskNotFound(taskId));
	return { read: none, decide: none, execution: () => Promise.resolve(null) };
}

/** No subscriptions: enough for the routes that have nothing to do with them. */
export function inMemorySubscriptions(): SubscriptionService {
	const none = (id: string) => Promise.reject(subscriptionNotFound(id));
	return {
		create: none,
		list: () => Promise.resolve([]),
		undelivered: () => Promise.resolve([]),
		get: none,
		change: none,
		rotateSecret: none,
		remove: none,
		deliveries: none,
		resend: none,
		sendSample: none,
	};
}

/** No searches: enough for the routes that have nothing to do with them. */
export function inMemoryPersons(): PersonService {
	const none = (id: string) => Promise.reject(personSearchNotFound(id));
	return { start: () => none('person-find/1'), get: none, waitFor: none };
}

/** Nothing is wrong. */
export function inMemoryIncidents(): IncidentService {
	return { read: () => Promise.resolve({ open: [], recovered: [] }) };
}

/** Nothing runs, waits or failed. */
export function inMemoryOverview(): OverviewReader {
	const none = (): SomeTasks => ({ count: 0, items: [] });
	return {
		read: () =>
			Promise.resolve({
				waiting: none(),
				running: none(),
				failed: none(),
				blockedSyncs: none(),
				schedules: { count: 0, items: [] },
			}),
	};
}

/** No task is there that something happened to. */
export function inMemoryTimelines(): TaskTimelines {
	return { read: (id) => Promise.reject(taskNotFound(id)) };
}

/** No worker has made a call. */
export function inMemoryUsage(): UsageReader {
	return { read: () => Promise.resolve({ since: new Date(0).toISOString(), connections: [], unreadable: 0 }) };
}
