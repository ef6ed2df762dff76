import { GatewayError } from '../api/gateway-error';
import { refusalOf } from './refusal';

const UNKNOWN = 'The outcome is unknown.';
const refused = (status: number, type: string, issues: Array<{ path: string; message: string }>) =>
	refusalOf(new GatewayError('The sentence of the gateway.', status, { type, issues }), ['to', 'connection'], UNKNOWN);

test('a wrong field says all that there is to say', () => {
	const issues = [{ path: 'to.1', message: 'is not an email address' }];
	expect(refused(400, 'invalid_request', issues)).toEqual({ problems: issues, sentences: [] });
});

test('what belongs to no field stands above them', () => {
	const beside = { path: 'body', message: 'is too deep' };
	const issues = [{ path: 'to', message: 'is empty' }, beside];
	expect(refused(400, 'invalid_request', issues).sentences).toEqual(['The request is too deep.']);
	expect(refused(400, 'invalid_request', [beside]).sentences).toEqual(['The sentence of the gateway.']);
	expect(refused(409, 'task_exists', []).sentences).toEqual(['The sentence of the gateway.']);
});

test('a sentence that says more than its field is shown too', () => {
	const issues = [{ path: 'connection', message: 'lacks the scope read:leads' }];
	expect(refused(424, 'connection_scope_missing', issues)).toEqual({
		problems: issues,
		sentences: ['The sentence of the gateway.'],
	});
});

test.each([0, 408, 500, 502, 503, 504])('after status %i the outcome is unknown', (status) => {
	expect(refused(status, '', [])).toEqual({ problems: [], sentences: ['The sentence of the gateway.', UNKNOWN] });
});

test('a refused token loses nothing', () => {
	expect(refused(401, 'unauthorized', []).sentences).toEqual([expect.stringContaining('Nothing is lost')]);
});
