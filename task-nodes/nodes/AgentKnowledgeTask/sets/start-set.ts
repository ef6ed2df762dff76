import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sendBlob } from '../../gateway/files';
import type { DescribeIssue } from '../../gateway/gateway-errors';
import type { TaskToStart } from '../../gateway/tasks';
import { type StartRequest, taskOf } from '../items/start-request';
import { ROW_LABELS } from '../task-types/knowledge-rows';
import type { SetItem } from './set-items';

/** Larger sets are uploaded. Bytes of their JSON, as the gateway counts them. */
const INLINE_BYTES = 200_000;

/** Sends a set to the gateway, or lets it check one. */
export type SendSet<Response> = (task: TaskToStart) => Promise<Response>;

interface Sent<Response> {
	response: Response;
	/** With the faults that the gateway found. */
	items: SetItem[];
}

/**
 * Sends the rows with the input if they are few and the gateway takes each of them. Otherwise it uploads them, a line for
 * each item, because the worker then refuses a faulty row and takes the others. A refused start has started nothing.
 * @param upload gives the reference of the uploaded rows
 */
export async function sendSet<Response>(
	request: StartRequest,
	items: readonly SetItem[],
	send: SendSet<Response>,
	upload: (lines: Buffer) => Promise<string>,
): Promise<Sent<Response>> {
	if (request.input['url'] !== undefined) return { response: await send(taskOf(request)), items: [] };
	const rows = items.flatMap(({ row }) => (row === null ? [] : [row]));
	const isShort = Buffer.byteLength(JSON.stringify(rows)) <= INLINE_BYTES;
	if (!isShort || items.some(({ fault }) => fault !== undefined))
		return await sendUploaded(request, items, send, upload);
	const found = new FoundFaults(items);
	const task = withRows(request, { rows });
	const [attempt] = await Promise.allSettled([send({ ...task, describeIssue: found.describer(task) })]);
	if (attempt.status === 'fulfilled') return { response: attempt.value, items: [...items] };
	if (!found.areAll) throw attempt.reason;
	return await sendUploaded(request, found.marked(), send, upload);
}

async function sendUploaded<Response>(
	request: StartRequest,
	items: readonly SetItem[],
	send: SendSet<Response>,
	upload: (lines: Buffer) => Promise<string>,
): Promise<Sent<Response>> {
	// The worker numbers the rows by their lines, so an item without a row has an empty one.
	const lines = items.map(({ row }) => `${row === null ? '' : JSON.stringify(row)}\n`).join('');
	const blob = await upload(Buffer.from(lines));
	return { response: await send(withRows(request, { blob })), items: [...items] };
}

/** @returns the reference of the stored rows */
export function uploadTo(context: IExecuteFunctions): (lines: Buffer) => Promise<string> {
	return async (lines) => {
		const { blob } = await sendBlob(context, async () => await Promise.resolve(lines), 0);
		return blob;
	};
}

function withRows(request: StartRequest, rows: IDataObject): TaskToStart {
	return taskOf({ ...request, input: { ...request.input, ...rows } });
}

/** What the gateway finds wrong with rows, by their items. */
class FoundFaults {
	private readonly places: number[];
	private readonly faults = new Map<number, string[]>();
	private others = 0;

	constructor(private readonly items: readonly SetItem[]) {
		this.places = items.flatMap(({ row }, index) => (row === null ? [] : [index]));
	}

	/** Whether nothing but rows was refused. */
	get areAll(): boolean {
		return this.faults.size > 0 && this.others === 0;
	}

	describer({ describeIssue }: TaskToStart): DescribeIssue {
		return (issue) => {
			const [name, place = '', field = ''] = issue.path.split('.');
			const index = name === 'rows' && /^\d+$/.test(place) ? this.places[Number(place)] : undefined;
			if (index === undefined) {
				this.others += 1;
				return describeIssue?.(issue);
			}
			const fault = `${ROW_LABELS[field] ?? field} ${this.inItems(issue.message)}`.trim();
			this.faults.set(index, [...(this.faults.get(index) ?? []), fault]);
			return `Item ${index}: ${fault}`;
		};
	}

	/** The gateway numbers the rows from 1 on, and n8n the items from 0 on. */
	private inItems(message: string): string {
		return message.replace(/\brow (\d+)\b/g, (text, row) => {
			const index = this.places[Number(row) - 1];
			return index === undefined ? text : `item ${index}`;
		});
	}

	marked(): SetItem[] {
		return this.items.map((item, index) => {
			const faults = this.faults.get(index);
			return faults === undefined ? item : { ...item, fault: faults.join('. ') };
		});
	}
}
