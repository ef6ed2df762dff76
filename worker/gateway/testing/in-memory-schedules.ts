import type { ScheduleService, ScheduleView } from '../../tasks/schedules';
import { noSchedule } from '../../tasks/schedules/schedule-problems';

/** Schedules that are only kept: enough to test routes without a server. */
export function inMemorySchedules(): ScheduleService {
	const kept = new Map<string, ScheduleView>();

	function change(id: string, changes: Partial<ScheduleView>): Promise<ScheduleView> {
		const view = kept.get(id);
		return view === undefined ? Promise.reject(noSchedule(id)) : Promise.resolve(Object.assign(view, changes));
	}

	return {
		save(schedule) {
			const { paused = false, note = null } = schedule;
			kept.set(schedule.id, { ...empty, ...schedule, input: { ...schedule.input }, paused, note });
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
	connection: 'main',
	next: ['2026-01-02T03:00:00.000Z'],
	recent: [],
	running: [],
	counts: { started: 0, missed: 0, skipped: 0 },
	createdAt: new Date(0).toISOString(),
	updatedAt: null,
};
