// @ts-check
import { randomUUID } from 'node:crypto';
import { textAt, valueAt } from '../../json.mjs';

/** @typedef {import('./services.mjs').Json} Json */

/**
 * Starts a task. Its key and input are kept until the gateway has responded, so that pressing the button again after a
 * lost response starts no second task.
 * @param {Json} gateway
 * @param {string} type
 * @param {() => object} newInput called unless an earlier start had no response
 * @param {import('./first-steps.mjs').Memory} memory gets `taskId`
 * @param {() => Promise<void>} save
 * @returns {Promise<void>}
 */
export async function startTask(gateway, type, newInput, memory, save) {
	delete memory['taskId'];
	const request = (memory['request'] ??= { key: `first-steps-${randomUUID()}`, input: { version: 1, ...newInput() } });
	await save();
	const headers = { 'idempotency-key': textAt(request, 'key') };
	const started = await gateway.request('POST', `/v1/tasks/${type}`, valueAt(request, 'input'), headers);
	memory['taskId'] = textAt(started, 'id');
	delete memory['request'];
	await save();
}

/**
 * @typedef {object} TaskState
 * @property {boolean} ended
 * @property {boolean} succeeded
 * @property {string} message what it does, or why it did not succeed
 */

/**
 * @param {Json} gateway
 * @param {string} id
 * @returns {Promise<TaskState>}
 */
export async function readTask(gateway, id) {
	const task = await gateway.request('GET', `/v1/tasks/${encodeURIComponent(id)}`);
	const message = textAt(task, 'reason') || textAt(task, 'progress', 'message');
	return { ended: valueAt(task, 'closedAt') !== null, succeeded: valueAt(task, 'succeeded') === true, message };
}

/**
 * Where a person sees a task.
 * @param {string} gatewayAddress
 * @param {string} id
 */
export function taskLink(gatewayAddress, id) {
	return { text: 'See the task', address: `${gatewayAddress}/tasks#task=${encodeURIComponent(id)}` };
}
