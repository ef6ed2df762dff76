/** Text files are bundled as strings (esbuild's text loader), so that dist works alone. */
declare module '*.sql' {
	const text: string;
	export default text;
}
declare module '*.html' {
	const text: string;
	export default text;
}
declare module '*.css' {
	const text: string;
	export default text;
}
