import { SingleBar, Presets } from 'cli-progress';
import type { TaskWithLinks } from '../gateway/schemas';
import type { Terminal } from './terminal';

/** Shows how far a task is. */
export interface ProgressDisplay {
	show(task: TaskWithLinks): void;
	note(text: string): void;
	stop(): void;
}

/** A bar for a person, a line for every change elsewhere, as in logs. */
export function progressDisplay(terminal: Terminal): ProgressDisplay {
	return terminal.interactive ? barDisplay() : lineDisplay(terminal);
}

function barDisplay(): ProgressDisplay {
	const bar = new SingleBar(
		{
			format: '{bar} {value}/{total} {unit}  {message}',
			hideCursor: true,
			clearOnComplete: true,
			stream: process.stderr,
		},
		Presets.shades_classic,
	);
	bar.start(0, 0, { message: 'starting', unit: '' });
	return {
		show({ progress }) {
			if (progress === null) return;
			const unit = progress.itemsTotal === undefined ? 'pages' : 'items';
			bar.setTotal(progress.itemsTotal ?? progress.pagesTotal ?? 0);
			bar.update(progress.itemsDone ?? progress.pagesCompleted ?? 0, { message: progress.message, unit });
		},
		note(text) {
			bar.update({ message: text });
		},
		stop() {
			bar.stop();
		},
	};
}

function lineDisplay(terminal: Terminal): ProgressDisplay {
	let last = '';
	const note = (text: string) => {
		if (text !== last) terminal.note(text);
		last = text;
	};
	return {
		show({ progress }) {
			if (progress !== null) note(progress.message);
		},
		note,
		stop: () => undefined,
	};
}
