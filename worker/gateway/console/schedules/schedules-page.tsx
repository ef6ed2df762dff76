import { useLocation } from 'preact-iso/router';
import { TITLES } from '../addresses';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { HookList } from './hook-list';
import { ScheduleEditor } from './schedule-editor';
import { ScheduleList } from './schedule-list';

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
				<>
					<ScheduleList types={types.value ?? []} />
					<HookList />
				</>
			)}
			<TaskPanel />
		</Page>
	);
}
