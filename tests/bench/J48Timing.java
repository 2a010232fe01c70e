import java.util.Arrays;
import weka.classifiers.trees.J48;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/** Times Weka's J48 on one table inside one virtual machine, after runs that warm it up. */
public class J48Timing {
    public static void main(String[] arguments) throws Exception {
        Instances table = DataSource.read(arguments[0]);
        table.setClassIndex(table.numAttributes() - 1);
        int warmUp = Integer.parseInt(arguments[1]);
        double[] seconds = new double[Integer.parseInt(arguments[2])];
        J48 tree = null;
        for (int run = -warmUp; run < seconds.length; run++) {
            tree = new J48();
            long start = System.nanoTime();
            tree.buildClassifier(table);
            if (run >= 0) {
                seconds[run] = (System.nanoTime() - start) / 1e9;
            }
        }
        Arrays.sort(seconds);
        System.out.printf("{\"seconds\": %.4f, \"leaves\": %.0f, \"size\": %.0f}%n",
                seconds[seconds.length / 2], tree.measureNumLeaves(), tree.measureTreeSize());
    }
}
