// @ts-check
import { readReview } from './client.js';
import { h } from './elements.js';
import { GatewayError, may } from './gateway.js';
/** @import { Review, TaskItem } from './types' */

/**
 * The mails that wait for a decision, by task and by the moment since when. A mail is read once for each version: the
 * list itself has no addresses.
 * @type {Map<string, Review['draft']>}
 */
let known = new Map();

/** @param {TaskItem} task */
const keyOf = ({ id, progress }) => `${id} ${progress?.at}`;

/**
 * Reads the mails of these tasks, for those who may decide on them.
 * @param {readonly TaskItem[]} tasks that wait for a person
 */
export async function readWaitingMails(tasks) {
	if (!may('decide')) return;
	const read = await Promise.all(
		tasks.map(async (task) => {
			const key = keyOf(task);
			return /** @type {const} */ ([key, known.get(key) ?? (await draftOf(task))]);
		}),
	);
	known = new Map(read);
}

/** @param {TaskItem} task */
async function draftOf({ id }) {
	try {
		return (await readReview(id)).draft;
	} catch (error) {
		// The card is useful without it, and the next refresh reads it again.
		if (error instanceof GatewayError) return null;
		throw error;
	}
}

/**
 * Subject and recipients of the mail that a task asks about; null if it is not known.
 * @param {TaskItem} task
 */
export function waitingMail(task) {
	const draft = known.get(keyOf(task));
	if (draft === undefined || draft === null) return null;
	const { subject, to, cc } = draft;
	return h(
		'p',
		{ class: 'waiting-mail' },
		h('strong', {}, subject),
		h('br'),
		`To ${to.join(', ')}${cc.length === 0 ? '' : `, CC ${cc.join(', ')}`}`,
	);
}
