import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  // One build for server and commands: the names of the inputs in vite.config.ts.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
