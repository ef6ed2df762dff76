import { Writable } from 'node:stream';
import { createLogger } from '../log';
import type { DestinationKind } from './kind';
import { DESTINATION_KINDS } from './kinds';

const SECRET = 'hidden-value';
const secrets = DESTINATION_KINDS.flatMap(({ type, secrets: names }: DestinationKind) =>
	names.map((name) => ({ type, name })),
);

test.each(secrets)('the log hides $name of $type', ({ name }) => {
	let line = '';
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			line += chunk.toString();
			done();
		},
	});
	const value = name === 'url' ? `postgresql://user:${SECRET}@host/database?password=${SECRET}` : SECRET;
	createLogger({ level: 'info' }, destination).info({ destinations: { crm: { [name]: value } } }, 'said');
	expect(line).toContain('said');
	expect(line).not.toContain(SECRET);
});
