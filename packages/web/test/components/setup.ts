import '../../src/style/index.css';
