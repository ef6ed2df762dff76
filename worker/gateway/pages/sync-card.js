// @ts-check
import { button, h } from './elements.js';
import { may } from './gateway.js';
import { pill } from './pills.js';
import { cancelButton, shortId } from './task-card.js';
import { ago, at, span } from './times.js';
import { counted } from './words.js';
/** @import { Destination, TaskItem } from './types' */

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
	postgresql: 'PostgreSQL',
	hubspot: 'HubSpot',
	webhook: 'webhook',
});

/**
 * A sync in the list of syncs.
 * @param {TaskItem} sync
 * @param {Partial<Destination>} destination what is known of it
 */
export function syncCard(sync, destination) {
	const { id, connection, agentId, progress, status } = sync;
	const { itemsDone = 0, itemsFailed = 0, problem } = progress ?? {};
	const flow = progress?.flow === undefined ? flowOf(destination.name) : `the n8n flow “${progress.flow}”`;
	const where = flow ?? destination.name ?? 'its destination';
	const kind = destination.type === undefined ? '' : ` (${TYPES[destination.type] ?? destination.type})`;
	const title = `${agentId ?? ''} to ${where}`;
	return h(
		'li',
		{ class: 'card', 'data-key': id },
		h('div', { class: 'row' }, h('h3', {}, `${title}${kind}`), pill(sync)),
		h(
			'p',
			{ class: 'soft' },
			`At ${connection}, started `,
			ago(sync.startedAt),
			destination.target && `, into ${destination.target}`,
		),
		problem && h('div', { class: 'note bad' }, h('p', {}, h('strong', {}, problem.title)), h('p', {}, problem.detail)),
		sync.stage === 'full' && progress && h('p', { class: 'note bad' }, progress.message),
		status === 'running' && flow !== undefined && progress && h('p', {}, progress.message),
		status === 'running' && lag(sync),
		h(
			'dl',
			{ class: 'figures' },
			figure('Synced', itemsDone.toLocaleString('en')),
			figure('Refused', itemsFailed.toLocaleString('en')),
			status === 'running' && progress?.nextAt !== undefined && figure('Next look', nextLook(progress.nextAt)),
		),
		h('div', { class: 'buttons' }, ...buttonsOf(sync, title)),
	);
}

/**
 * A flow is no configured destination. An ended sync only has the name that it has there.
 * @param {string | undefined} destination
 */
function flowOf(destination) {
	return destination?.startsWith('flow:') ? 'an n8n flow' : undefined;
}

/** @param {TaskItem} sync */
function lag({ progress, stage }) {
	if (progress === null || progress.upToDateAt === undefined)
		return h('p', {}, 'The first read of all leads is running', ...lagOf(progress?.lagSeconds), '.');
	const isBehind = progress.problem !== undefined || ['paused', 'unpublished', 'full'].includes(stage ?? '');
	return isBehind
		? h('p', {}, 'Behind since ', at(progress.upToDateAt), ...lagOf(progress.lagSeconds), '.')
		: h('p', {}, 'All new leads were read ', ago(progress.upToDateAt), '.');
}

/** @param {number | undefined} seconds */
function lagOf(seconds) {
	return seconds === undefined ? [] : [`, for ${span(seconds)}`];
}

/** @param {string} nextAt */
function nextLook(nextAt) {
	return Date.parse(nextAt) <= Date.now() ? 'now' : ago(nextAt);
}

/**
 * @param {string} name
 * @param {Node | string} value
 */
function figure(name, value) {
	return h('div', {}, h('dt', {}, name), h('dd', {}, value));
}

/**
 * @param {TaskItem} sync
 * @param {string} title
 */
function buttonsOf(sync, title) {
	const { id, status, stage, progress } = sync;
	const refused = progress?.itemsFailed ?? 0;
	const isRunning = status === 'running';
	const steers = isRunning && may('start');
	/**
	 * @param {string} label
	 * @param {string} name
	 */
	const act = (label, name) =>
		button(label, 'act', { 'data-id': id, 'data-name': name, 'aria-label': `${label}: ${title}` });
	return [
		steers && stage !== 'paused' && act('Sync now', 'sync-now'),
		steers && (stage === 'paused' ? act('Resume', 'resume') : act('Pause', 'pause')),
		isRunning &&
			refused > 0 &&
			button(counted(refused, 'refused lead'), 'refused', {
				'data-id': id,
				'aria-label': `${counted(refused, 'refused lead')}: ${title}`,
			}),
		button('Details', 'details', { 'data-id': id, 'aria-label': `Details of the sync ${shortId(id)}: ${title}` }),
		steers && cancelButton(sync, 'Lead sync'),
	];
}
