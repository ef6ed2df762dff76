import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { at } from '../api/base-path';
import { BulkBar } from '../bulk/bulk-bar';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { TaskType } from '../api/types';
import { Loaded } from '../parts/loaded';
import { readSchedules } from './read-schedules';
import { ScheduleCard } from './schedule-card';
import { NEW_ADDRESS } from './schedule-editor';

/** As many as somebody reads at a time. With more, a search helps. */
const SHOWN = 20;

/** After the last key, in ms. */
const PAUSE_MS = 300;

/** Each schedule: when it runs next, and how its last run ended. */
export function ScheduleList({ types }: { types: TaskType[] }) {
	const { query, route } = useLocation();
	const search = query['search'] ?? '';
	const { from, turn, heading } = useTurning(search);
	const live = useLive(() => readSchedules(search, from, SHOWN), [search, from]);
	const find = (text: string) => {
		const wanted = text.trim();
		const query = wanted === '' ? '' : `?${new URLSearchParams({ search: wanted }).toString()}`;
		route(at(`/schedules${query}`), true);
	};
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
				{({ schedules, matching }) => (
					<>
						{(matching > SHOWN || search !== '') && <Search search={search} find={find} />}
						{matching > SHOWN && (
							<h2 ref={heading} tabIndex={-1}>
								{`${from + 1} to ${from + schedules.length} of ${matching}`}
							</h2>
						)}
						{schedules.length === 0 && <p class="soft">{noneOf(search)}</p>}
						<ul class="cards">
							{schedules.map(({ schedule, lastRun }) => (
								<ScheduleCard key={schedule.id} schedule={schedule} lastRun={lastRun} types={types} />
							))}
						</ul>
						<BulkBar kinds={['schedules']} filter={search === '' ? {} : { search }} />
						<div class="buttons">
							{from > 0 && (
								<button key="previous" type="button" onClick={() => turn(Math.max(0, from - SHOWN))}>
									Previous
								</button>
							)}
							{from + SHOWN < matching && (
								<button key="next" type="button" onClick={() => turn(from + SHOWN)}>
									Next
								</button>
							)}
						</div>
					</>
				)}
			</Loaded>
		</>
	);
}

/** Which part of the list is shown. Another search begins at the first one. */
function useTurning(search: string) {
	const [turned, setTurned] = useState({ search, from: 0 });
	const heading = useRef<HTMLHeadingElement>(null);
	const from = turned.search === search ? turned.from : 0;
	useLayoutEffect(() => {
		// The button that had the focus is far below, or gone.
		if (turned.from > 0) heading.current?.focus();
	}, [turned]);
	return { from, heading, turn: (next: number) => setTurned({ search, from: next }) };
}

function Search({ search, find }: { search: string; find: (text: string) => void }) {
	const typed = useSignal<string | null>(null);
	const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const finish = (text: string) => {
		clearTimeout(pending.current);
		typed.value = null;
		find(text);
	};
	const type = (text: string) => {
		clearTimeout(pending.current);
		typed.value = text;
		pending.current = setTimeout(() => find(text), PAUSE_MS);
	};
	useEffect(() => () => clearTimeout(pending.current), []);
	return (
		<form class="filters search" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
			<label>
				Name, type of task, connection or note
				<input
					type="search"
					value={typed.value ?? search}
					onInput={({ currentTarget }) => type(currentTarget.value)}
					onChange={({ currentTarget }) => finish(currentTarget.value)}
				/>
			</label>
		</form>
	);
}

function noneOf(search: string): string {
	return search === ''
		? 'None yet. A schedule starts a task every night, on weekdays, or by cron lines.'
		: 'No match. No schedule has this in its name, type, connection or note.';
}
