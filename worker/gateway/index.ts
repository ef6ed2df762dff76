export { buildGateway, startGateway, type RunningGateway } from './app';
export { Tokens } from './plugins/bearer-token';
export { ProxySignIn } from './plugins/proxy-sign-in';
export type { GatewayServices } from './services';
