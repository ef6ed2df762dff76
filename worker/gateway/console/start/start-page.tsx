import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { TITLES } from '../addresses';
import { at } from '../api/base-path';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may, ownConnections } from '../api/session';
import type { TaskStarted, TaskType } from '../api/types';
import type { TypedForm } from '../forms/field';
import { FocusedHeading } from '../parts/focused-heading';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { openTask } from '../tasks/task-panel-address';
import { uncheckedLines } from '../words/unchecked-words';
import { StartForm } from './start-form';

/** Chooses a task, by a card or by the address (`?type=`), and starts it from the form of its definition. */
export function StartPage() {
	const { query } = useLocation();
	const live = useLive(listTaskTypes, []);
	return (
		<Page title={TITLES['/start']}>
			{may('start') ? (
				<Loaded live={live}>
					{(types) => {
						const type = types.find((each) => each.type === query['type']);
						return type === undefined ? (
							<TaskCards types={types.filter(isFor)} />
						) : (
							<StartOf key={type.type} type={type} />
						);
					}}
				</Loaded>
			) : (
				<p class="note">Your token lacks the role “start”. Sign in with a token that has it.</p>
			)}
			<TaskPanel />
		</Page>
	);
}

/** Who is bound to some connections starts tasks of one of them. */
function isFor({ type }: TaskType): boolean {
	return type !== 'for-each-connection' || ownConnections() === null;
}

function TaskCards({ types }: { types: TaskType[] }) {
	return (
		<ul class="cards">
			{types.map(({ type, title, description }) => (
				<li key={type} class="card">
					<h2>
						<a href={at(`/start?type=${type}`)}>{title}</a>
					</h2>
					<p>{description}</p>
				</li>
			))}
		</ul>
	);
}

/** The form, and after it what was started. */
function StartOf({ type }: { type: TaskType }) {
	const [task, setTask] = useState<TaskStarted | null>(null);
	/** What the form of the task had, for another one with the same values. */
	const [typed, setTyped] = useState<TypedForm>();
	return (
		<section aria-labelledby="start-title">
			<FocusedHeading id="start-title" text={type.title} />
			<p>{type.description}</p>
			{task === null ? (
				<StartForm
					type={type}
					initial={typed}
					onStarted={(started, form) => {
						setTyped(form);
						setTask(started);
					}}
				/>
			) : (
				<Started
					task={task}
					another={(isAlike) => {
						if (!isAlike) setTyped(undefined);
						setTask(null);
					}}
				/>
			)}
		</section>
	);
}

interface StartedProps {
	task: TaskStarted;
	/** @param isAlike with the same values */
	another: (isAlike: boolean) => void;
}

function Started({ task: { id, status, warnings }, another }: StartedProps) {
	const open = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		// The form that had the focus is gone.
		open.current?.focus();
	}, []);
	return (
		<div class="note" role="status">
			<p>{status === 'running' ? 'The task was started.' : 'The gateway had this task already, and it has ended.'}</p>
			{uncheckedLines(warnings).map((line) => (
				<p key={line}>{line}</p>
			))}
			<div class="buttons">
				<button type="button" ref={open} class="main" onClick={() => openTask(id)}>
					Open the task
				</button>
				<button type="button" onClick={() => another(false)}>
					Start another
				</button>
				<button type="button" onClick={() => another(true)}>
					Start one with the same values
				</button>
			</div>
		</div>
	);
}
