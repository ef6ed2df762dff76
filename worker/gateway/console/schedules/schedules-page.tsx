import { TITLES } from '../addresses';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { readSchedules } from './read-schedules';
import { ScheduleCard } from './schedule-card';

const NONE = 'None yet. Create one with agent-knowledge schedules create, or with PUT /v1/schedules/{id}.';

/** Each schedule: when it runs next, and how its last run ended. */
export function SchedulesPage() {
	const { value: types = [] } = useLive(listTaskTypes, []);
	const live = useLive(readSchedules, []);
	const titleOf = (type: string) => types.find((each) => each.type === type)?.title ?? type;
	return (
		<Page title={TITLES['/schedules']}>
			<Loaded live={live}>
				{(schedules) =>
					schedules.length === 0 ? (
						<p class="soft">{NONE}</p>
					) : (
						<ul class="cards">
							{schedules.map(({ schedule, lastRun }) => (
								<ScheduleCard key={schedule.id} schedule={schedule} lastRun={lastRun} title={titleOf(schedule.type)} />
							))}
						</ul>
					)
				}
			</Loaded>
			<TaskPanel />
		</Page>
	);
}
