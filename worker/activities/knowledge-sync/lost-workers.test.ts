import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { Keyring } from '../../temporal/keyring';
import { knowledgeSetActivities } from './activities';

const directory = mkdtempSync(join(tmpdir(), 'lost-workers-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

it('rows of the task itself are read however many workers were lost beside them', async () => {
	const blobs = openBlobs(blobsSchema.parse({ directory }));
	const activities = knowledgeSetActivities(new Client(), blobs, new Buckets({}), {
		keyring: new Keyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64') }], current: 'k' }),
		hosts: [],
		folders: {},
		sharing: () => [],
	});
	const of = { connection: 'main', agentId: 'one', set: 'set' };
	const rows = [{ type: 'qa' as const, question: 'When do you open?', answer: 'At nine.' }];
	const environment = new MockActivityEnvironment({ heartbeatDetails: { lost: 2 } });
	expect(await environment.run(() => activities.readSet({ of, rows, run: 'run' }))).toMatchObject({
		rows: 1,
		refused: 0,
	});
});
