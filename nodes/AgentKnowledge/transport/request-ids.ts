import type { IDataObject } from 'n8n-workflow';
import { idProblem } from '../generated/ids';
import { operations } from '../generated/operations';
import type { Issue, NamedId } from './api-failure';
import type { OperationId } from './operations';

/** The parts of a call that can name ids. */
interface Named {
	params?: Record<string, string | number>;
	query?: IDataObject;
	body?: IDataObject;
}

/** Names of ids in queries and bodies of the contract. */
const SENT_IDS = ['mailboxId', 'sessionId'] as const;

/** The ids that no request can carry, by the names of the node's fields. */
export function idIssues(id: OperationId, { params = {}, query = {}, body = {} }: Named): Issue[] {
	const { path } = operations[id];
	const inPath = Object.entries(params).flatMap(([name, value]) =>
		path.includes(`{${name}}`) ? [[fieldOf(id, name), String(value)] as const] : [],
	);
	const others = [query, body].flatMap((part) =>
		SENT_IDS.flatMap((name) => (typeof part[name] === 'string' ? [[name, part[name]] as const] : [])),
	);
	return [...inPath, ...others].flatMap(([field, value]) => {
		const message = idProblem(value);
		return message === null ? [] : [{ path: field, message }];
	});
}

/** `id` in a path is that of an agent or of a conversation. */
function fieldOf(id: OperationId, param: string): string {
	if (param !== 'id') return param;
	return operations[id].path.startsWith('/conversations/') ? 'conversationId' : 'agentId';
}

/** What the path, the query and the body name, the innermost first. */
export function namedIds(id: OperationId, { params = {}, query = {}, body = {} }: Named): NamedId[] {
	const inPath = [...operations[id].path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
		const value = params[name];
		return value === undefined ? [] : [{ thing: thingOf(fieldOf(id, name)), id: String(value) }];
	});
	const sent = SENT_IDS.flatMap((name) => {
		const value = body[name] ?? query[name];
		return typeof value === 'string' && value !== '' ? [{ thing: thingOf(name), id: value }] : [];
	});
	return [...sent, ...inPath.reverse()];
}

/** `qaPairId` and `pairId` name a pair. */
function thingOf(field: string): string {
	return THINGS[field] ?? field.replace(/Id$/, '');
}

const THINGS: Readonly<Record<string, string>> = {
	pairId: 'Q&A pair',
	confirmationId: 'COD confirmation',
	sessionId: 'conversation',
};
