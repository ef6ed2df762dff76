import { hoursOf } from './namespace.mjs';
import { isUsableVersion } from './version.mjs';

it.each([
	['temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)', true],
	['temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', true],
	['temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)', true],
	['temporal version 2.0.0 (Server 2.0.0)', true],
	['temporal version 1.2.0 (Server 1.26.0)', false],
	['', false],
])('judges "%s"', (output, usable) => {
	expect(isUsableVersion(output)).toBe(usable);
});

it('reads how long a namespace keeps ended workflows', () => {
	expect(hoursOf({ config: { workflowExecutionRetentionTtl: '2592000s' } })).toBe(720);
	expect(hoursOf({})).toBeNaN();
});
