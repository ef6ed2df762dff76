import { workflowInfo } from '@temporalio/workflow';
import type { LeadsRead } from './activities';
import { tellReading } from './describe-reading';
import type { ExportTask } from './export-task';
import { listChanges } from './failures';
import { follow } from './place';
import { ReadsAhead } from './reads-ahead';
import type { Reading } from './state';

/** Reads all leads of an agent into chunks. Continues as new in between where the history gets long. */
export async function readAgent(task: ExportTask, reading: Reading): Promise<void> {
	const reads = new ReadsAhead(task, reading);
	try {
		for (let ended = false; !ended;) {
			if (!workflowInfo().continueAsNewSuggested) reads.begin();
			else if (reads.isEmpty) await task.continueAsNew();
			ended = take(task, reading, await reads.next());
			if (ended || !reads.isInStep) await reads.drop();
			tellReading(task, reading);
		}
	} finally {
		await reads.stop();
	}
}

/** @returns whether the list has been read to its end */
function take({ state }: ExportTask, reading: Reading, read: LeadsRead): boolean {
	state.pages += read.pages;
	reading.total = read.total;
	reading.pagesAtOnce = read.pagesAtOnce;
	switch (follow(reading.place, read)) {
		case 'lost':
			throw listChanges(reading.agentId);
		case 'stepped-back':
			state.stepsBack += 1;
			return false;
		case 'followed':
			reading.readUpTo = read.ended ? read.total : read.nextOffset;
			reading.done = Math.max(reading.done, Math.min(reading.readUpTo, read.total));
			return read.ended;
	}
}
