import { condition, continueAsNew, defineQuery, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';

/** What the update returns. The test recognises the workflow task that carries it. */
export const RESPONSE = 'begins again';
export const BEGIN_AGAIN = defineUpdate<string>('begin-again');
export const KNOCK = defineSignal('knock');
export const IS_WAITING = defineQuery<boolean>('is-waiting');

/** A workflow of the tests. It begins a new history in the workflow task that carries the update. */
export async function beginsAgain(isSecond: boolean): Promise<string> {
	let isAsked = false;
	setHandler(IS_WAITING, () => true);
	setHandler(KNOCK, () => undefined);
	setHandler(BEGIN_AGAIN, () => {
		isAsked = true;
		return RESPONSE;
	});
	if (isSecond) return 'begun again';
	await condition(() => isAsked);
	return continueAsNew<typeof beginsAgain>(true);
}
