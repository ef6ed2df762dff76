import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { visibleLine, withoutControls } from '../../api';
import type { TaskListItem } from '../gateway/schemas';
import type { Terminal } from './terminal';

type Progress = NonNullable<TaskListItem['progress']>;

/** A task, or anything else that takes long. */
interface Shown extends Pick<TaskListItem, 'id' | 'agentId'> {
	type: string;
	progress: Pick<Progress, 'message' | 'itemsDone' | 'itemsTotal' | 'pagesCompleted' | 'pagesTotal'> | null;
}

/** Shows the progress of tasks. */
export interface ProgressDisplay {
	show(task: Shown): void;
	/** Removes it from the display. */
	end(task: Pick<Shown, 'id'>): void;
	note(text: string): void;
	stop(): void;
}

/** More bars than this do not fit on a screen. */
const MOST_BARS = 20;

/** One bar per task for a person, one line per change elsewhere, as in logs. */
export function progressDisplay(terminal: Terminal): ProgressDisplay {
	return terminal.interactive ? barDisplay() : lineDisplay(terminal);
}

function barDisplay(): ProgressDisplay {
	const all = new MultiBar(
		{
			format: '{task}  {bar} {count}  {message}',
			hideCursor: true,
			clearOnComplete: true,
			emptyOnZero: true,
			barsize: 20,
			stream: process.stderr,
		},
		Presets.shades_classic,
	);
	const bars = new Map<string, SingleBar>();
	return {
		show({ id, type, agentId, progress }) {
			if (!bars.has(id) && bars.size >= MOST_BARS) return;
			const { done, total, count } = countsOf(progress);
			const task = agentId === null ? type : `${type} ${agentId}`;
			const about = { task: visibleLine(task), count, message: visibleLine(progress?.message ?? 'starting') };
			const bar = bars.get(id) ?? all.create(total, done, about);
			bars.set(id, bar);
			bar.setTotal(total);
			bar.update(done, about);
		},
		end({ id }) {
			const bar = bars.get(id);
			if (bar !== undefined) all.remove(bar);
			bars.delete(id);
		},
		note(text) {
			all.log(`${withoutControls(text)}\n`);
		},
		stop() {
			all.stop();
		},
	};
}

/** Items if the task has some, else pages; nothing if the total is unknown. */
function countsOf(progress: Shown['progress']): { done: number; total: number; count: string } {
	const { itemsDone, itemsTotal, pagesCompleted, pagesTotal } = progress ?? {};
	const total = itemsTotal ?? pagesTotal ?? 0;
	const done = itemsDone ?? pagesCompleted ?? 0;
	const unit = itemsTotal === undefined ? 'pages' : 'items';
	return { done, total, count: total === 0 ? '' : `${done}/${total} ${unit}` };
}

function lineDisplay(terminal: Terminal): ProgressDisplay {
	const last = new Map<string, string>();
	return {
		show({ id, progress }) {
			if (progress === null || last.get(id) === progress.message) return;
			last.set(id, progress.message);
			terminal.note(`${id}: ${visibleLine(progress.message)}`);
		},
		end: ({ id }) => void last.delete(id),
		note: (text) => {
			terminal.note(text);
		},
		stop: () => undefined,
	};
}
