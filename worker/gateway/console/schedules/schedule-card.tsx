import { Fragment } from 'preact';
import { deleteSchedule } from '../api/client';
import { post } from '../api/gateway';
import { may } from '../api/session';
import type { Schedule, TaskType } from '../api/types';
import { RowBox } from '../bulk/row-box';
import { isPreset, typedForm } from '../forms/typed';
import { ActionButton } from '../parts/action-button';
import { Pill } from '../parts/pill';
import { confirmed } from '../parts/question';
import { Ago } from '../parts/times';
import { inZone } from '../words/times';
import { counted } from '../words/words';
import { StatePill } from '../tasks/state-pill';
import { openTask } from '../tasks/task-panel-address';
import { textOf } from './differences';
import type { ScheduleWithRun } from './read-schedules';
import { editAddress } from './schedule-editor';
import { ClockWarnings } from './next-times';
import { fieldsOfType } from './typed-schedule';
import { wordsOf } from './when';

/** How many of the next times are shown. */
const SHOWN = 5;

/** A schedule with what it starts, its next times and its last run. */
export function ScheduleCard({ schedule, lastRun, types }: ScheduleWithRun & { types: readonly TaskType[] }) {
	const title = types.find(({ type }) => type === schedule.type)?.title ?? schedule.type;
	const { id, connection, cron, timeZone, paused, note, finishBy, next, clockWarnings, recent } = schedule;
	const last = recent.at(-1);
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h2>{id}</h2>
				{paused ? <Pill look="quiet">Paused</Pill> : <Pill look="good">Active</Pill>}
				<RowBox kind="schedules" id={id} name={id} />
			</div>
			<p class="soft">
				{title} at {connection}, {wordsOf(cron)}, {timeZone}
			</p>
			{note !== null && <p>{note}</p>}
			<dl>
				<Filters schedule={schedule} types={types} />
				{typeof finishBy === 'string' && (
					<>
						<dt>Done by</dt>
						<dd>
							{finishBy}, told {counted(schedule.warnMinutes ?? 0, 'minute')} before
						</dd>
					</>
				)}
				<dt>Next</dt>
				<dd>{paused ? 'none while it is paused' : <NextTimes times={next.slice(0, SHOWN)} timeZone={timeZone} />}</dd>
				<dt>Last</dt>
				<dd>
					{last === undefined ? 'none yet' : <Ago at={last.startedAt} />}{' '}
					{lastRun !== null && <StatePill task={lastRun} />}
				</dd>
			</dl>
			<ClockWarnings warnings={clockWarnings} />
			<div class="buttons">
				{may('start') && <ScheduleActions schedule={schedule} />}
				{lastRun !== null && (
					<button type="button" aria-label={`Last run of ${id}`} onClick={() => openTask(lastRun.id)}>
						Last run
					</button>
				)}
			</div>
		</li>
	);
}

/** What its tasks are started with, if it is not the default. The connection stands above. */
function Filters({ schedule: { type, input = {} }, types }: { schedule: Schedule; types: readonly TaskType[] }) {
	const fields = fieldsOfType(types, type).filter(
		(field) => field.name !== 'connection' && field.name in input && !isPreset(field, typedForm([field], input)),
	);
	return (
		<>
			{fields.map((field) => (
				<Fragment key={field.name}>
					<dt>{field.label}</dt>
					<dd>{textOf(field, input[field.name])}</dd>
				</Fragment>
			))}
		</>
	);
}

function NextTimes({ times, timeZone }: { times: string[]; timeZone: string }) {
	const [first] = times;
	if (first === undefined) return 'none';
	return (
		<>
			<Ago at={first} />
			{times.map((each) => (
				<div key={each}>
					<time dateTime={each}>{inZone(each, timeZone)}</time>
				</div>
			))}
		</>
	);
}

function ScheduleActions({ schedule: { id, paused, links } }: { schedule: Schedule }) {
	const act = (action: string, said: string) => async () => {
		await post(`${links.self}/${action}`);
		return said;
	};
	const remove = async () => {
		const question = `Delete the schedule ${id}? Tasks that it has started continue.`;
		if (!(await confirmed(question, 'Delete the schedule'))) return undefined;
		await deleteSchedule(id);
		return `${id} was deleted.`;
	};
	return (
		<>
			<ActionButton label="Run now" name={`Run now: ${id}`} act={act('run-now', `${id} was started.`)} />
			<ActionButton
				label={paused ? 'Resume' : 'Pause'}
				name={`${paused ? 'Resume' : 'Pause'}: ${id}`}
				act={paused ? act('resume', `${id} is active.`) : act('pause', `${id} is paused.`)}
			/>
			<a class="button" href={editAddress(id)} aria-label={`Edit ${id}`}>
				Edit
			</a>
			<ActionButton label="Delete" name={`Delete ${id}`} look="bad" act={remove} />
		</>
	);
}
