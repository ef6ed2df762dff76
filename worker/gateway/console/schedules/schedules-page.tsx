import { useLocation } from 'preact-iso/router';
import { TITLES } from '../addresses';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { TaskType } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { readSchedules } from './read-schedules';
import { ScheduleCard } from './schedule-card';
import { NEW_ADDRESS, ScheduleEditor } from './schedule-editor';

/** All schedules, or the form that the address names: `?new`, or `?edit=` with a name. */
export function SchedulesPage() {
	const { query } = useLocation();
	const types = useLive(listTaskTypes, []);
	const { edit } = query;
	const isEditor = may('start') && (edit !== undefined || 'new' in query);
	return (
		<Page title={TITLES['/schedules']}>
			{isEditor ? (
				<Loaded live={types}>
					{(known) => (
						<ScheduleEditor key={edit} id={edit ?? null} types={known.filter(({ schedulable }) => schedulable)} />
					)}
				</Loaded>
			) : (
				<ScheduleList types={types.value ?? []} />
			)}
			<TaskPanel />
		</Page>
	);
}

/** Each schedule: when it runs next, and how its last run ended. */
function ScheduleList({ types }: { types: TaskType[] }) {
	const live = useLive(readSchedules, []);
	const titleOf = (type: string) => types.find((each) => each.type === type)?.title ?? type;
	return (
		<>
			{may('start') && (
				<p>
					<a class="main" href={NEW_ADDRESS}>
						New schedule
					</a>
				</p>
			)}
			<Loaded live={live}>
				{(schedules) =>
					schedules.length === 0 ? (
						<p class="soft">None yet. A schedule starts a task every night, on weekdays, or by cron lines.</p>
					) : (
						<ul class="cards">
							{schedules.map(({ schedule, lastRun }) => (
								<ScheduleCard key={schedule.id} schedule={schedule} lastRun={lastRun} title={titleOf(schedule.type)} />
							))}
						</ul>
					)
				}
			</Loaded>
		</>
	);
}
