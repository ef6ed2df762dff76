import {
	condition,
	defineSignal,
	defineUpdate,
	executeChild,
	getExternalWorkflowHandle,
	proxyActivities,
	setHandler,
	startChild,
} from '@temporalio/workflow';
import { bounded } from '../../../workflows/task/bounded-output';
import { continueTaskAsNew } from '../../../workflows/task/continue-as-new';
import { onUpdate } from '../../../workflows/task/on-update';

export const STOP = defineSignal('stop');
export const NOTE = defineSignal<[string]>('note');
export const READ = defineUpdate<string, [letters: number]>('read');

/** Chinese characters, which have three bytes each, in an order that can hardly be packed. */
function textOf(letters: number): string {
	const codes = new Uint16Array(letters);
	let seed = 1;
	for (let index = 0; index < letters; index += 1) {
		seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
		codes[index] = 0x4e00 + (seed >>> 19);
	}
	return new TextDecoder('utf-16le').decode(codes);
}

const activities = proxyActivities<{ takeText(text: string): Promise<number> }>({ startToCloseTimeout: '1 minute' });

/** A workflow of the tests. It counts what it is given. */
export async function lengthOf(text: string): Promise<number> {
	await Promise.resolve();
	return text.length;
}

/** A workflow of the tests. It waits for a signal. */
export async function waitsForNote(): Promise<number> {
	const noted: string[] = [];
	setHandler(NOTE, (text) => {
		noted.push(text);
	});
	await condition(() => noted.length > 0);
	return noted.join('').length;
}

export type Way = 'child' | 'memo' | 'signal' | 'own-signal' | 'activity' | 'next' | 'result';

/** A workflow of the tests. It sends a text of so many letters. */
export async function sendsText(way: Way, letters: number, receiver: string): Promise<unknown> {
	const text = textOf(letters);
	if (way === 'child') return executeChild(lengthOf, { args: [text] });
	if (way === 'memo') return executeChild(lengthOf, { args: [''], memo: { text } });
	if (way === 'signal') return getExternalWorkflowHandle(receiver).signal(NOTE, text);
	if (way === 'own-signal') return (await startChild(waitsForNote, { workflowId: receiver })).signal(NOTE, text);
	if (way === 'activity') return activities.takeText(text);
	if (way === 'next') return continueTaskAsNew('child', 0, text);
	return bounded('The result of the task', text);
}

/** A workflow of the tests. It responds with a text of so many letters. */
export async function respondsWithText(): Promise<string> {
	let stopped = false;
	onUpdate(READ, textOf);
	setHandler(STOP, () => {
		stopped = true;
	});
	await condition(() => stopped);
	return 'stopped';
}
