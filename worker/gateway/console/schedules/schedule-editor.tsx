import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { at } from '../api/base-path';
import { readSchedule } from '../api/client';
import { useLive } from '../api/live';
import type { ScheduleSaved, TaskType } from '../api/types';
import { FocusedHeading } from '../parts/focused-heading';
import { Loaded } from '../parts/loaded';
import { useSay } from '../parts/notices';
import { inZone } from '../words/times';
import { uncheckedLines } from '../words/unchecked-words';
import { forgetInput } from './read-schedules';
import { ScheduleForm } from './schedule-form';

/** The address of the form of a schedule. */
export function editAddress(id: string): string {
	return at(`/schedules?edit=${encodeURIComponent(id)}`);
}

export const NEW_ADDRESS = at('/schedules?new');

/** The form that the page's address names. @param id null: of a new schedule @param types those that can be scheduled */
export function ScheduleEditor({ id, types }: { id: string | null; types: TaskType[] }) {
	const { route } = useLocation();
	const say = useSay();
	useEffect(() => {
		// What came of an earlier action says nothing about this form.
		say('');
	}, []);
	const live = useLive(id === null ? null : () => readSchedule(id), [id]);
	const onSaved = ({ id: saved, paused, timeZone, next: [next], warnings }: ScheduleSaved) => {
		forgetInput(saved);
		route(at('/schedules'));
		// The sentence stands at the top of the page.
		scrollTo(0, 0);
		const runs = paused || next === undefined ? 'It is paused.' : `It runs next at ${inZone(next, timeZone)}.`;
		say([`${saved} was saved. ${runs}`, ...uncheckedLines(warnings)].join(' '));
	};
	return (
		<section aria-labelledby="editor-title">
			<FocusedHeading id="editor-title" text={id === null ? 'New schedule' : `Edit ${id}`} />
			{id === null ? (
				<ScheduleForm types={types} schedule={null} onSaved={onSaved} />
			) : (
				// What is read later does not change the form: the gateway refuses to save over it.
				<Loaded live={live}>
					{(schedule) => <ScheduleForm types={types} schedule={schedule} onSaved={onSaved} />}
				</Loaded>
			)}
		</section>
	);
}
