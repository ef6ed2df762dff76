import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { TaskListItem } from '../gateway/schemas';
import type { Terminal } from './terminal';

type Shown = Pick<TaskListItem, 'id' | 'type' | 'agentId' | 'progress'>;

/** Shows how far tasks are. */
export interface ProgressDisplay {
	show(task: Shown): void;
	/** It is not shown any more. */
	end(task: Pick<Shown, 'id'>): void;
	note(text: string): void;
	stop(): void;
}

/** More bars than this do not fit on a screen. */
const MOST_BARS = 20;

/** A bar a task for a person, a line for every change elsewhere, as in logs. */
export function progressDisplay(terminal: Terminal): ProgressDisplay {
	return terminal.interactive ? barDisplay() : lineDisplay(terminal);
}

function barDisplay(): ProgressDisplay {
	const all = new MultiBar(
		{
			format: '{task}  {bar} {value}/{total} {unit}  {message}',
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
			const about = { task: agentId === null ? type : `${type} ${agentId}`, unit: unitOf(progress) };
			const total = progress?.itemsTotal ?? progress?.pagesTotal ?? 0;
			const bar = bars.get(id) ?? all.create(total, 0, { ...about, message: 'starting' });
			bars.set(id, bar);
			if (progress === null) return;
			bar.setTotal(total);
			bar.update(progress.itemsDone ?? progress.pagesCompleted ?? 0, { ...about, message: progress.message });
		},
		end({ id }) {
			const bar = bars.get(id);
			if (bar !== undefined) all.remove(bar);
			bars.delete(id);
		},
		note(text) {
			all.log(`${text}\n`);
		},
		stop() {
			all.stop();
		},
	};
}

function unitOf(progress: Shown['progress']): string {
	return progress?.itemsTotal === undefined ? 'pages' : 'items';
}

function lineDisplay(terminal: Terminal): ProgressDisplay {
	const last = new Map<string, string>();
	return {
		show({ id, progress }) {
			if (progress === null || last.get(id) === progress.message) return;
			last.set(id, progress.message);
			terminal.note(`${id}: ${progress.message}`);
		},
		end: ({ id }) => void last.delete(id),
		note: (text) => {
			terminal.note(text);
		},
		stop: () => undefined,
	};
}
