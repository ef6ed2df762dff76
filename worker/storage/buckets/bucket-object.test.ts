import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { bucketSchema } from '../settings';
import { bucketClient } from '../blobs/bucket-client';
import { openObject } from './bucket-object';

const PLACE = { Bucket: 'leads', Key: 'a.csv' };
const LISTED =
	'<ListVersionsResult><IsTruncated>false</IsTruncated><Version><Key>a.csv</Key><VersionId>v1</VersionId></Version></ListVersionsResult>';

let server: Server;
/** How a server answers a read of a hidden object, and the list of its versions. */
let hides: { marks: boolean; lists: boolean };

beforeEach(async () => {
	server = createServer(({ url = '' }, response) => {
		const query = new URL(url, 'http://s3.example').searchParams;
		if (query.has('versions')) return void (hides.lists ? response.end(LISTED) : refuse(response, 403, 'AccessDenied'));
		if (query.get('versionId') === 'v1') return void response.end('id\n1\n');
		if (hides.marks) response.setHeader('x-amz-delete-marker', 'true').setHeader('x-amz-version-id', 'v2');
		return refuse(response, 404, 'NoSuchKey');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
	server.close();
});

function refuse(response: ServerResponse, status: number, code: string): void {
	response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}

function opened() {
	const { port } = server.address() as AddressInfo;
	const key = { accessKeyId: 'key', secretAccessKey: 'secret' };
	const config = bucketSchema.parse({ endpoint: `http://127.0.0.1:${port}`, bucket: PLACE.Bucket, ...key });
	return openObject(bucketClient(config), PLACE);
}

async function contentsOf(object: Awaited<ReturnType<typeof openObject>>): Promise<string[] | null> {
	if (object === null) return null;
	const found: string[] = [];
	for await (const content of object.contents()) found.push(await text(content));
	return found;
}

describe('an object that only earlier versions keep', () => {
	it.each([{ marks: true }, { marks: false }])('is found where a read says that it is hidden: $marks', async (read) => {
		hides = { ...read, lists: true };
		expect(await contentsOf(await opened())).toEqual(['id\n1\n']);
	});

	it('is refused to a key that may not list versions, where a read says that it is hidden', async () => {
		hides = { marks: true, lists: false };
		await expect(contentsOf(await opened())).rejects.toThrow(
			'The bucket "leads" does not allow listing its versions (AccessDenied, status 403).',
		);
	});

	it('is missing for a key that may not list versions, where a read does not say that it is hidden', async () => {
		hides = { marks: false, lists: false };
		expect(await opened()).toBeNull();
	});
});
