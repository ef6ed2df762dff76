import fc from 'fast-check';
import { operations } from '../../../api';
import { envelopeSchema } from '../../parts/sandbox/contract/envelope-of';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { type AnyRequest, anyRequests } from './requests';

const REQUESTS = 10_000;
/** Sent at the same time, so that they meet each other as well. */
const AT_ONCE = 20;

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start({ clockFactor: 100_000, trainingDataBytes: 1e9 });
});
afterAll(() => sandbox.running.close());

/** What is wrong with the answer to a request; null: nothing. */
async function complaintAbout({ operation, method, path, contentType, body }: AnyRequest): Promise<string | null> {
	const headers = new Headers({ authorization: `Bearer ${sandbox.running.seedKey}` });
	if (contentType !== null) headers.set('content-type', contentType);
	const response = await fetch(`${sandbox.running.apiUrl}/api/v1${path}`, { method, headers, body });
	const text = await response.text();
	const said = `${response.status}: ${text.slice(0, 500)}`;
	if (response.status >= 500) return said;
	if (response.status >= 400) {
		const envelope = envelopeSchema.safeParse(parsed(text));
		return envelope.success && envelope.data.status === response.status ? null : `no envelope, ${said}`;
	}
	if (!operation) return null;
	const reply = operations[operation].reply.schema.safeParse(parsed(text));
	return reply.success ? null : `not as the contract has it, ${said}: ${reply.error.message}`;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

describe('whatever it is asked', () => {
	it(`answers ${REQUESTS} requests without a 5xx and without an error outside the envelope`, async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyRequests, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
				const complaints = await Promise.all(requests.map(complaintAbout));
				for (const [index, complaint] of complaints.entries()) {
					if (complaint !== null) throw new Error(`${JSON.stringify(requests[index])} -> ${complaint}`);
				}
			}),
			{ numRuns: REQUESTS / AT_ONCE },
		);
		expect((await sandbox.call('GET', '/agents')).status).toBe(200);
	});
});
