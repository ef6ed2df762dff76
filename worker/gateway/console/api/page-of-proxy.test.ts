import { isPageOfProxy } from './page-of-proxy';

const response = (ok: boolean, contentType: string | null, type: ResponseType = 'basic') => ({
	type,
	ok,
	headers: new Headers(contentType === null ? {} : { 'content-type': contentType }),
});

const file = (contentType: string) => ({
	...response(true, contentType),
	headers: new Headers({ 'content-type': contentType, 'content-disposition': 'attachment; filename="report.html"' }),
});

test.each([
	['a redirect, which the browser does not show', response(false, null, 'opaqueredirect'), true],
	['a page that asks for a password', response(true, 'text/html; charset=utf-8'), true],
	['what the gateway says', response(true, 'application/json; charset=utf-8'), false],
	['a file of an export', response(true, 'text/csv'), false],
	['a file that is a page', file('text/html; charset=utf-8'), false],
	['nothing, as after a deletion', response(true, null), false],
	['the page of a proxy without its gateway', response(false, 'text/html'), false],
])('%s', (_what, given, isProxys) => {
	expect(isPageOfProxy(given)).toBe(isProxys);
});
