import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScheduleView, TaskType } from '../api/types';
import { differences } from './differences';

export interface ChangedNoticeProps {
	id: string;
	/** As this form began with it. */
	base: ScheduleView;
	/** As it is now. Null: somebody deleted it. */
	theirs: ScheduleView | null;
	types: readonly TaskType[];
	/** Shows their version, without what was typed here. */
	load: (theirs: ScheduleView) => void;
	/** Saves this form over their version. */
	save: () => void;
}

/** Somebody else saved the schedule while this form was open. Nothing is saved until the person chooses. */
export function ChangedNotice({ id, base, theirs, types, load, save }: ChangedNoticeProps) {
	const notice = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => notice.current?.focus(), [theirs]);
	return (
		<div ref={notice} class="note bad" role="alert" tabIndex={-1}>
			<p>
				<strong>
					{theirs === null
						? `Somebody deleted ${id} while you edited it.`
						: `Somebody changed ${id} while you edited it.`}
				</strong>{' '}
				Nothing was saved, and the form has what you typed.
			</p>
			{theirs !== null && (
				<ul class="plain">
					{differences(base, theirs, types).map(({ label, before, after }) => (
						<li key={label}>{`${label}: it was ${before}, and is now ${after}`}</li>
					))}
				</ul>
			)}
			<div class="buttons">
				{theirs !== null && (
					<button type="button" onClick={() => load(theirs)}>
						Load their version
					</button>
				)}
				<button type="button" class="bad" onClick={save}>
					{theirs === null ? 'Create it again' : 'Save mine over it'}
				</button>
			</div>
		</div>
	);
}
